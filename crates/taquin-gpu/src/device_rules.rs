//! A puzzle's rules on the device: its tables, layouts, steps and automaton, and the kernels for it.

use std::sync::Arc;

use taquin_core::Control;
use taquin_pdb::Partition;

use crate::device::{DeviceMemory, GpuError, LaunchConfig, upload};
use crate::kernels::{self, Kernels};
use crate::layout::{DeviceLayout, steps};
use crate::orientation::Orientation;
use crate::searcher::{SearchSettings, Searcher};
use crate::sums::{self, Sum};
use crate::tables;
use crate::width::Width;
use crate::wire::{PatternAt, Rules, SMALL};

/// A puzzle's rules on the device.
pub(crate) struct DeviceRules {
    pub(crate) address: DeviceMemory,
    pub(crate) sums: usize,
    pub(crate) width: &'static Width,
    layouts: usize,
    /// Patterns of all sums.
    states: usize,
    /// Its kernels, and whether they do many boards at once.
    pub(crate) kernels: Kernels,
    pub(crate) batches: bool,
    /// Tables and automaton by name: what node counts depend on.
    pub(crate) method: String,
    _kept: Vec<DeviceMemory>,
    _layouts: Vec<Arc<DeviceLayout>>,
    /// The tables behind its sums.
    tables: Vec<(tables::DevicePattern, Arc<tables::DeviceTable>)>,
}

impl DeviceRules {
    /// The name of one of its kernels.
    pub(crate) fn kernel(&self, name: &str) -> String {
        self.width.kernel(&format!("{name}_{}", self.kernels))
    }
}

impl Searcher {
    /// The chosen partitions, or those that suit the board and the device's memory.
    pub(crate) fn partitions(
        &self,
        orientation: &Orientation,
        settings: &SearchSettings,
    ) -> Result<Vec<Partition>, GpuError> {
        if !settings.tables.0.is_empty() {
            return Ok(settings.tables.0.clone());
        }
        // What the last search left may be taken again.
        let held = self.tables.bytes() as usize + self.buffers.as_ref().map_or(0, |b| b.bytes);
        Ok(sums::default_for(orientation, self.device.free()? + held))
    }

    /// Builds what is missing and puts the rules of a board together. Tables of `kept` stay on the device,
    /// all others are given back.
    pub(crate) fn ready(
        &mut self,
        orientation: &Orientation,
        partitions: &[Partition],
        kept: &[Partition],
        (settings, control): (&SearchSettings, &Control),
    ) -> Result<DeviceRules, GpuError> {
        let sums = sums::sums(orientation, partitions)?;
        let width = orientation.width;
        let patterns: Vec<tables::DevicePattern> = sums.iter().flatten().cloned().collect();
        let kept: Vec<tables::DevicePattern> = sums::sums(orientation, kept)?.concat();
        self.tables
            .keep(|pattern| kept.contains(pattern) || patterns.contains(pattern));
        let device = &*self.device;
        let mut kinds: Vec<usize> = patterns.iter().map(|p| p.homes.len()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.len() > 2 {
            return Err(GpuError::Tables(format!(
                "patterns of {kinds:?} tiles; the GPU takes patterns of at most two sizes together"
            )));
        }
        let (kernels, batches) = kernels::choose(device, orientation, sums.len())?;
        // The device builds the tables while this machine makes the automaton: each takes seconds.
        let (automata, store) = (&mut self.automata, &mut self.tables);
        let (packed, built) = std::thread::scope(|scope| {
            let packed = scope.spawn(|| automata.get(orientation.shape, settings.automaton));
            let built = store.get(device, &patterns, control);
            (
                packed.join().expect("making an automaton does not panic"),
                built,
            )
        });
        let built = built?;
        let layouts = kinds
            .iter()
            .map(|&tiles| {
                self.tables
                    .layout(device, (orientation.shape, width), tiles)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let steps = upload(device, &steps(orientation.shape, width))?;
        let method = method(partitions, packed);
        let automaton = upload(device, packed)?;
        let mut rules = Rules {
            steps: steps.address,
            automaton: automaton.address,
            ..rules(orientation, &sums)
        };
        for (i, layout) in layouts.iter().enumerate() {
            rules.layouts[i] = layout.at();
        }
        rules.layout_count = layouts.len() as u32;
        let mut next = built.iter();
        for (s, sum) in sums.iter().enumerate() {
            for (k, pattern) in sum.iter().enumerate() {
                let table = next.next().expect("a table for each pattern");
                let kind = kinds.iter().position(|&tiles| tiles == pattern.homes.len());
                let kind = kind.expect("every size is among the kinds");
                let layout = layouts[kind].at();
                rules.patterns[s * width.patterns + k] = PatternAt {
                    table: table.memory.address,
                    sets: layout.sets,
                    words: layout.words,
                    small: (width.block() + kind * SMALL) as u32,
                };
            }
        }
        Ok(DeviceRules {
            address: upload(device, &[rules])?,
            sums: sums.len(),
            width,
            layouts: layouts.len(),
            states: patterns.len(),
            kernels,
            batches,
            method,
            _kept: vec![steps, automaton],
            _layouts: layouts,
            tables: patterns.into_iter().zip(built).collect(),
        })
    }

    /// The tables that a proof rests on, by name and checksum, each once.
    pub(crate) fn titles(&self, ready: &DeviceRules) -> Vec<String> {
        let mut titles: Vec<String> = Vec::new();
        for (pattern, table) in &ready.tables {
            let title = table.title(&*self.device, pattern);
            if !titles.contains(&title) {
                titles.push(title);
            }
        }
        titles
    }

    pub(crate) fn grid(&self, ready: &DeviceRules, count: usize) -> LaunchConfig {
        let most = self.device.threads();
        let small = ready.width.block() + ready.layouts * SMALL;
        let bytes = |threads: u32| small + threads as usize * ready.states * 8;
        // Two blocks on a multiprocessor hide each other's waiting, so with many patterns they are
        // smaller; a kilobyte of each is the system's.
        let fit = |&threads: &u32| 2 * (bytes(threads) + 1024) <= self.device.shared();
        let sizes = [most, most / 128 * 96, most / 128 * 64];
        let threads = sizes.into_iter().find(fit).unwrap_or(most);
        let blocks = count.div_ceil(threads as usize);
        LaunchConfig {
            blocks: blocks.min(self.device.blocks() as usize) as u32,
            threads,
            shared: bytes(threads) as u32,
        }
    }
}

/// Names partitions and the automaton, which is known by a hash (FNV-1a) of its entries.
fn method(partitions: &[Partition], automaton: &[u32]) -> String {
    let names: Vec<String> = partitions.iter().map(ToString::to_string).collect();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in automaton.iter().flat_map(|entry| entry.to_le_bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("tables={} automaton={hash:016x}", names.join("/"))
}

/// The rules of a board, tables aside.
fn rules(orientation: &Orientation, sums: &[Sum]) -> Rules {
    let (shape, width) = (orientation.shape, orientation.width);
    let mut rules = Rules {
        rows: shape.rows() as u32,
        cols: shape.cols() as u32,
        cells: shape.cells() as u32,
        sums: sums.len() as u32,
        blank: orientation.blank as u32,
        ..Rules::default()
    };
    for (s, sum) in sums.iter().enumerate() {
        rules.first[s] = rules.states;
        rules.states += sum.len() as u32;
        for (k, pattern) in sum.iter().enumerate() {
            for (number, &home) in pattern.homes.iter().enumerate() {
                let home = usize::from(home);
                let per_word = 32 / width.dealt_bits;
                let dealt = s * width.dealt_words + home / per_word;
                rules.dealt[dealt] |= (k as u32) << (width.dealt_bits * (home % per_word));
                let place = s * width.number_words + home / 8;
                rules.number[place] |= (number as u32) << (4 * (home % 8));
            }
        }
    }
    rules
}
