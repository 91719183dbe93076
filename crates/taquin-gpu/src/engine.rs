//! IDA\* with its upper part breadth-first.
//!
//! For each threshold, layers of boards at the same depth are made one from the other, every board
//! once, as long as they fit; below the last of them the search goes depth-first. All boards of an
//! iteration that fit are met once; a threshold whose layers all fit needs no depth-first part.

use std::ops::ControlFlow;
use std::sync::Arc;

use taquin_core::{Board, Control, Event, Outcome, Puzzle, Solution, Stats, Stop};

use crate::automaton::{self, MakeAutomaton};
use crate::device::{Device, GpuError, Grid, Memory, read_one, upload, zeros};
use crate::frame::{Frame, pack};
use crate::layout::{DeviceLayout, Shape, steps};
use crate::sums::{self, Sum, Tables};
use crate::tables::{self, TableStore};
use crate::wire::{
    BLOCK, CLASSES, DEEPEST, Expand, Item, PATH, PATTERNS, PatternAt, Report, Rules, SLACK_BITS,
    SMALL, Search, Sort, VALUES_SHIFT, Values,
};

/// How an engine searches.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The partitions whose tables are added up; none for those that suit board and device.
    pub tables: Tables,
    /// Which moves may follow which; none to leave out only the way back.
    pub automaton: Option<MakeAutomaton>,
    /// Boards of the last breadth-first layer, at most, doubles counted.
    pub frontier: usize,
    /// Children that a thread looks at in one launch: it bounds the time until a cancel is seen.
    pub nodes: u32,
    /// Children that a thread looks at before it asks whether others have run out of work.
    pub patience: u32,
    /// Threads of a warp, 1 to 32, that wait for each other before they take new boards, and the
    /// rounds they wait at most.
    pub together: (u32, u32),
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tables: Tables::default(),
            automaton: None,
            frontier: 1 << 26,
            nodes: 1 << 15,
            patience: 256,
            together: (8, 16),
        }
    }
}

/// A device, and what is kept on it from one search to the next.
pub struct Engine {
    pub(crate) device: Box<dyn Device>,
    pub(crate) tables: TableStore,
    pub(crate) buffers: Option<Buffers>,
    /// Boards a second that beams did last.
    pub(crate) beam_rate: f64,
}

/// Memory of a search.
pub(crate) struct Buffers {
    /// The boards of a layer that were asked for, and those there is room for.
    wanted: usize,
    capacity: usize,
    /// Bytes of all of it, more or less.
    bytes: usize,
    items: [Memory; 2],
    parents: Memory,
    doubles: Memory,
    order: Memory,
    classes: Memory,
    pub(crate) report: Memory,
    pub(crate) pool_capacity: usize,
    pub(crate) pool: [Memory; 2],
    pub(crate) paths: [Memory; 2],
}

impl Buffers {
    /// Children that a thread may look at in one launch over so many items.
    pub(crate) fn nodes_of_a_launch(&self, pool_count: usize, settings: &Settings) -> u32 {
        // A launch that might leave more than fits goes on until it has taken all.
        if pool_count > self.pool_capacity / 2 {
            u32::MAX
        } else {
            settings.nodes
        }
    }

    /// Joins the items of a pool that a launch did not take to those it handed back, which are in
    /// the other one; gives the number of all.
    pub(crate) fn rejoin(
        &self,
        device: &dyn Device,
        report: &Report,
        pool_count: usize,
        from: usize,
    ) -> Result<usize, GpuError> {
        let (next, written) = (report.next as usize, report.written as usize);
        assert!(written <= self.pool_capacity, "what is handed back fits");
        let rest = pool_count.saturating_sub(next);
        for (memory, bytes) in [(&self.pool, size_of::<Item>()), (&self.paths, PATH)] {
            let (old, new) = (&memory[from], &memory[1 - from]);
            device.copy(old, bytes * next, new, bytes * written, bytes * rest)?;
        }
        Ok(written + rest)
    }
}

/// A puzzle's rules on the device.
pub(crate) struct Ready {
    pub(crate) address: Memory,
    pub(crate) sums: usize,
    layouts: usize,
    /// Patterns of all sums.
    states: usize,
    /// How the names of its kernels end.
    pub(crate) kernels: String,
    _kept: Vec<Memory>,
    _layouts: Vec<Arc<DeviceLayout>>,
    _tables: Vec<Arc<tables::Table>>,
}

/// What one threshold gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Iteration {
    /// The threshold.
    pub threshold: u32,
    /// Nodes whose children were made.
    pub expanded: u64,
    /// Children made.
    pub generated: u64,
    /// Breadth-first layers.
    pub layers: u32,
    /// Boards in the last layer.
    pub frontier: u64,
    /// Launches of the depth-first part.
    pub launches: u32,
    /// Seconds, breadth-first and depth-first.
    pub seconds: [f64; 2],
}

impl Engine {
    /// An engine on this device.
    pub fn new(device: Box<dyn Device>) -> Self {
        Self {
            device,
            tables: TableStore::default(),
            buffers: None,
            beam_rate: crate::beam::FIRST_RATE,
        }
    }

    /// What the device is called.
    pub fn name(&self) -> String {
        self.device.name()
    }

    /// Solves a puzzle with one target; `listen` hears of each threshold.
    ///
    /// # Errors
    /// When the device fails, has too little memory, or the tables do not suit the board.
    pub fn solve(
        &mut self,
        puzzle: &Puzzle,
        control: &Control,
        settings: &Settings,
        mut listen: impl FnMut(&Iteration),
    ) -> Result<Outcome, GpuError> {
        let goal = &puzzle.targets()[0];
        let frame = Frame::new(goal);
        let mut stats = Stats::default();
        let mut lower = 0;
        let end = self.deepen(
            puzzle,
            goal,
            &frame,
            control,
            settings,
            &mut stats,
            &mut lower,
            &mut listen,
        );
        let (best, stop) = match end {
            Ok(moves) => {
                let moves = frame.moves(puzzle.start(), &moves);
                let solution = Solution::check(puzzle, moves)
                    .unwrap_or_else(|error| panic!("the GPU's moves do not solve: {error}"));
                control.report(&Event::Improved(solution.clone()));
                (Some(solution), Stop::Finished)
            }
            Err(GpuError::Stopped(stop)) => (None, stop),
            Err(error) => return Err(error),
        };
        stats.time = control.elapsed();
        Ok(Outcome::new(best, lower, stop, stats))
    }

    #[expect(clippy::too_many_arguments, reason = "one search, told in one place")]
    fn deepen(
        &mut self,
        puzzle: &Puzzle,
        goal: &Board,
        frame: &Frame,
        control: &Control,
        settings: &Settings,
        stats: &mut Stats,
        lower: &mut u32,
        listen: &mut impl FnMut(&Iteration),
    ) -> Result<Vec<u8>, GpuError> {
        if puzzle.start() == goal {
            stats.generated = 1;
            return Ok(Vec::new());
        }
        let ready = self.ready(frame, settings, control)?;
        stats.peak_bytes = self.tables.bytes();
        self.reserve(settings)?;
        let start = pack(&frame.tiles(puzzle.start(), goal));
        let values = self.values(&ready, &[start])?;
        let mut threshold = first_threshold(&values);
        loop {
            if threshold > *lower {
                *lower = threshold;
                control.report(&Event::LowerBound(threshold));
            }
            let item = at_threshold(start, &values, threshold)?;
            let mut iteration = Iteration {
                threshold,
                ..Iteration::default()
            };
            let found = self.iterate(&ready, item, settings, control, &mut iteration);
            stats.expanded += iteration.expanded;
            stats.generated += iteration.generated;
            stats.peak_open = stats.peak_open.max(iteration.frontier);
            listen(&iteration);
            if let Some(moves) = found? {
                return Ok(moves);
            }
            // A child's f is that of its parent or two more, so the least f cut off is this.
            threshold += 2;
        }
    }

    /// Searches all boards with f up to a threshold.
    fn iterate(
        &mut self,
        ready: &Ready,
        start: Item,
        settings: &Settings,
        control: &Control,
        iteration: &mut Iteration,
    ) -> Result<Option<Vec<u8>>, GpuError> {
        let buffers = self.buffers.as_ref().expect("reserved before");
        let device = &*self.device;
        let began = std::time::Instant::now();
        device.write(&buffers.items[0], 0, bytemuck::bytes_of(&start))?;
        let mut count = 1_usize;
        let mut side = 0;
        // Where each layer's parents begin; the start has none.
        let mut layers: Vec<usize> = Vec::new();
        let mut used = 0;
        // A board has at most three children that are not its parents, on average fewer than 2.5
        // that the threshold leaves; a layer that might not fit is not begun.
        while count > 0 && count * 5 / 2 + 8 <= buffers.capacity {
            check(control)?;
            let room = (count * 3 + 8).min(buffers.capacity);
            if 4 * (used + room) > buffers.parents.bytes {
                break;
            }
            let hashes = (2 * room).next_power_of_two();
            device.clear(&buffers.doubles, 0, 4 * hashes)?;
            device.clear(&buffers.report, 0, size_of::<Report>())?;
            let parameters = Expand {
                rules: ready.address.address,
                items: buffers.items[side].address,
                out: buffers.items[1 - side].address,
                parents: buffers.parents.address + 4 * used as u64,
                doubles: buffers.doubles.address,
                report: buffers.report.address,
                count: count as u32,
                capacity: room as u32,
                hash_mask: (hashes - 1) as u32,
                unused: 0,
            };
            let kernel = format!("expand_{}", ready.kernels);
            let grid = self.grid(ready, count);
            device.launch(&kernel, grid, bytemuck::bytes_of(&parameters))?;
            let report: Report = read_one(device, &buffers.report, 0)?;
            iteration.expanded += report.expanded;
            iteration.generated += report.generated;
            if let ControlFlow::Break(stop) = control.spend(report.expanded) {
                return Err(GpuError::Stopped(stop));
            }
            if report.found != 0 {
                let mut moves = self.way(&layers, report.origin)?;
                moves.push(report.moves[0] as u8);
                return Ok(Some(moves));
            }
            if report.written as usize > room {
                // It did not fit: its parents are the frontier, and are expanded again there.
                iteration.expanded -= report.expanded;
                iteration.generated -= report.generated;
                break;
            }
            layers.push(used);
            iteration.layers += 1;
            used += report.written as usize;
            count = report.written as usize;
            side = 1 - side;
            iteration.frontier = u64::from(report.written - report.doubles);
        }
        iteration.seconds[0] = began.elapsed().as_secs_f64();
        if count == 0 {
            return Ok(None);
        }
        let began = std::time::Instant::now();
        let found = self.descend(ready, side, count, settings, control, iteration);
        iteration.seconds[1] = began.elapsed().as_secs_f64();
        match found? {
            None => Ok(None),
            Some(report) => {
                let mut moves = self.way(&layers, report.origin)?;
                moves.extend(unpacked(&report.moves, report.length));
                Ok(Some(moves))
            }
        }
    }

    /// Depth-first below the boards of the last layer.
    fn descend(
        &self,
        ready: &Ready,
        side: usize,
        count: usize,
        settings: &Settings,
        control: &Control,
        iteration: &mut Iteration,
    ) -> Result<Option<Report>, GpuError> {
        let buffers = self.buffers.as_ref().expect("reserved before");
        let device = &*self.device;
        let live = self.sort(ready, side, count)?;
        let mut taken = 0;
        let mut pool_count = 0;
        let mut pool = 0;
        let kernel = format!("search_{}", ready.kernels);
        while pool_count > 0 || taken < live {
            check(control)?;
            device.clear(&buffers.report, 0, size_of::<Report>())?;
            let parameters = Search {
                rules: ready.address.address,
                pool: buffers.pool[pool].address,
                paths: buffers.paths[pool].address,
                frontier: buffers.items[side].address,
                order: buffers.order.address + 4 * taken as u64,
                rest: buffers.pool[1 - pool].address,
                rest_paths: buffers.paths[1 - pool].address,
                report: buffers.report.address,
                pool_count: pool_count as u32,
                frontier_count: (live - taken) as u32,
                capacity: buffers.pool_capacity as u32,
                nodes: buffers.nodes_of_a_launch(pool_count, settings),
                patience: settings.patience,
                together: settings.together.0 | settings.together.1 << 8,
            };
            let grid = self.grid(ready, usize::MAX);
            device.launch(&kernel, grid, bytemuck::bytes_of(&parameters))?;
            let report: Report = read_one(device, &buffers.report, 0)?;
            iteration.launches += 1;
            iteration.expanded += report.expanded;
            iteration.generated += report.generated;
            if report.found != 0 {
                return Ok(Some(report));
            }
            if let ControlFlow::Break(stop) = control.spend(report.expanded) {
                return Err(GpuError::Stopped(stop));
            }
            let next = report.next as usize;
            taken = (taken + next.saturating_sub(pool_count)).min(live);
            pool_count = buffers.rejoin(device, &report, pool_count, pool)?;
            pool = 1 - pool;
        }
        Ok(None)
    }

    /// Puts the live boards of a layer in order; gives their number.
    fn sort(&self, ready: &Ready, side: usize, count: usize) -> Result<usize, GpuError> {
        let buffers = self.buffers.as_ref().expect("reserved before");
        let device = &*self.device;
        let parameters = Sort {
            items: buffers.items[side].address,
            order: buffers.order.address,
            classes: buffers.classes.address,
            count: count as u32,
            sums: ready.sums as u32,
        };
        let grid = Grid {
            shared: 4 * 2 * CLASSES as u32,
            ..self.grid(ready, count)
        };
        device.clear(&buffers.classes, 0, 4 * CLASSES)?;
        device.launch("sort_count", grid, bytemuck::bytes_of(&parameters))?;
        let mut counts = [0_u32; CLASSES];
        device.read(&buffers.classes, 0, bytemuck::cast_slice_mut(&mut counts))?;
        let mut live = 0;
        for count in &mut counts {
            live += std::mem::replace(count, live);
        }
        device.write(&buffers.classes, 0, bytemuck::cast_slice(&counts))?;
        device.launch("sort_place", grid, bytemuck::bytes_of(&parameters))?;
        Ok(live as usize)
    }

    /// The moves from the start to a board of the last layer.
    fn way(&self, layers: &[usize], origin: u32) -> Result<Vec<u8>, GpuError> {
        let buffers = self.buffers.as_ref().expect("reserved before");
        let mut at = origin;
        let mut moves = Vec::new();
        for &layer in layers.iter().rev() {
            let parent: u32 = read_one(&*self.device, &buffers.parents, layer + at as usize)?;
            moves.push((parent & 3) as u8);
            at = parent >> 2;
        }
        moves.reverse();
        Ok(moves)
    }

    pub(crate) fn grid(&self, ready: &Ready, count: usize) -> Grid {
        let most = self.device.threads();
        let small = BLOCK + ready.layouts * SMALL;
        let bytes = |threads: u32| small + threads as usize * ready.states * 8;
        // Two blocks on a multiprocessor hide each other's waiting, so with many patterns they are
        // smaller; a kilobyte of each is the system's.
        let fit = |&threads: &u32| 2 * (bytes(threads) + 1024) <= self.device.shared();
        let sizes = [most, most / 128 * 96, most / 128 * 64];
        let threads = sizes.into_iter().find(fit).unwrap_or(most);
        let blocks = count.div_ceil(threads as usize);
        Grid {
            blocks: blocks.min(self.device.blocks() as usize) as u32,
            threads,
            shared: bytes(threads) as u32,
        }
    }

    /// Builds what is missing and puts the rules of a board together.
    pub(crate) fn ready(
        &mut self,
        frame: &Frame,
        settings: &Settings,
        control: &Control,
    ) -> Result<Ready, GpuError> {
        let mut partitions = settings.tables.0.clone();
        if partitions.is_empty() {
            // What the last search left may be taken again.
            let held = self.tables.bytes() as usize + self.buffers.as_ref().map_or(0, |b| b.bytes);
            partitions = sums::default_for(frame, self.device.free()? + held);
        }
        let sums = sums::sums(frame, &partitions)?;
        let patterns: Vec<tables::Pattern> = sums.iter().flatten().cloned().collect();
        let device = &*self.device;
        let built = self.tables.get(device, &patterns, control)?;
        let mut kinds: Vec<usize> = patterns.iter().map(|p| p.homes.len()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.len() > 2 {
            return Err(GpuError::Tables(format!(
                "patterns of {kinds:?} tiles; the GPU takes patterns of at most two sizes together"
            )));
        }
        let layouts = kinds
            .iter()
            .map(|&tiles| self.tables.layout(device, frame.shape, tiles))
            .collect::<Result<Vec<_>, _>>()?;
        let steps = upload(device, &steps(frame.shape))?;
        let automaton = match &settings.automaton {
            Some(MakeAutomaton(make)) => make(frame.shape.rows, frame.shape.cols),
            None => automaton::no_way_back(),
        };
        let automaton = upload(device, &automaton::packed(&automaton))?;
        let mut rules = Rules {
            steps: steps.address,
            automaton: automaton.address,
            ..rules(frame, frame.shape, &sums)
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
                rules.patterns[s * PATTERNS + k] = PatternAt {
                    table: table.memory.address,
                    sets: layout.sets,
                    words: layout.words,
                    small: (BLOCK + kind * SMALL) as u32,
                };
            }
        }
        Ok(Ready {
            address: upload(device, &[rules])?,
            sums: sums.len(),
            layouts: layouts.len(),
            states: patterns.len(),
            kernels: kernels(frame, sums.len())?,
            _kept: vec![steps, automaton],
            _layouts: layouts,
            _tables: built,
        })
    }

    /// Takes the memory of a search, unless it is there.
    pub(crate) fn reserve(&mut self, settings: &Settings) -> Result<&Buffers, GpuError> {
        let wanted = settings.frontier.max(16);
        if self.buffers.as_ref().is_none_or(|b| b.wanted != wanted) {
            self.buffers = None;
            self.buffers = Some(self.take_buffers(wanted)?);
        }
        Ok(self.buffers.as_ref().expect("just taken, or there before"))
    }

    fn take_buffers(&self, wanted: usize) -> Result<Buffers, GpuError> {
        let device = &*self.device;
        // Two layers, parents of eight, hashes and the order: 124 bytes a board.
        let capacity = wanted.min(device.free()? / 2 / 124).max(16);
        let threads = (device.blocks() * device.threads()) as usize;
        // Every thread hands back at most one board of each depth, beside those that wait.
        let pool_capacity = 2 * threads * DEEPEST;
        let items = size_of::<Item>();
        Ok(Buffers {
            wanted,
            bytes: 124 * capacity + 2 * (items + PATH) * pool_capacity,
            capacity,
            items: [
                device.take(items * capacity)?,
                device.take(items * capacity)?,
            ],
            parents: device.take(4 * 8 * capacity)?,
            doubles: device.take(4 * (2 * capacity).next_power_of_two())?,
            order: device.take(4 * capacity)?,
            classes: device.take(4 * CLASSES)?,
            report: zeros(device, size_of::<Report>())?,
            pool_capacity,
            pool: [
                device.take(items * pool_capacity)?,
                device.take(items * pool_capacity)?,
            ],
            paths: [
                device.take(PATH * pool_capacity)?,
                device.take(PATH * pool_capacity)?,
            ],
        })
    }

    /// Bytes of the tables on the device.
    pub(crate) fn table_bytes(&self) -> u64 {
        self.tables.bytes()
    }

    /// The values of all patterns of some boards, board by board.
    pub(crate) fn values(&self, ready: &Ready, items: &[Item]) -> Result<Vec<u8>, GpuError> {
        let device = &*self.device;
        let on_device = upload(device, items)?;
        let count = items.len() * ready.sums * PATTERNS;
        let values = zeros(device, count)?;
        let parameters = Values {
            rules: ready.address.address,
            items: on_device.address,
            results: values.address,
            count: items.len() as u32,
            unused: 0,
        };
        let kernel = format!("values_{}", ready.kernels);
        let grid = self.grid(ready, items.len());
        device.launch(&kernel, grid, bytemuck::bytes_of(&parameters))?;
        let mut result = vec![0; count];
        device.read(&values, 0, &mut result)?;
        Ok(result)
    }
}

/// The sums of a board's values.
fn sums_of(values: &[u8]) -> impl Iterator<Item = u32> {
    let of_sum = |values: &[u8]| values.iter().map(|&value| u32::from(value)).sum();
    values.chunks(PATTERNS).map(of_sum)
}

/// The first threshold of a board with these values.
pub(crate) fn first_threshold(values: &[u8]) -> u32 {
    sums_of(values).max().expect("there is a sum")
}

/// A board with these values, to be searched up to a threshold.
pub(crate) fn at_threshold(board: Item, values: &[u8], threshold: u32) -> Result<Item, GpuError> {
    let mut item = board;
    for (p, &value) in values.iter().enumerate() {
        let low = u32::from(value & 3);
        match p.checked_sub(16) {
            None => item.values |= low << (2 * p),
            Some(p) => item.back |= low << (VALUES_SHIFT + 2 * p),
        }
    }
    for (s, sum) in sums_of(values).enumerate() {
        // Every sum has the parity of the true distance, so this is a whole number.
        let slack = (threshold - sum) / 2;
        if slack >> SLACK_BITS != 0 {
            return Err(GpuError::Tables(format!(
                "a sum of {sum} is too far below the threshold {threshold}; name other tables"
            )));
        }
        item.slack |= slack << (SLACK_BITS * s);
    }
    item.state = threshold << 16;
    Ok(item)
}

/// The kernels there are, as `kernels/kernels.h` lists them: sums, columns, mirrored.
const KERNELS: &[(usize, usize, bool)] = &[
    (1, 0, false),
    (2, 0, false),
    (2, 0, true),
    (4, 0, true),
    (2, 4, true),
    (2, 5, true),
    (4, 5, true),
    (6, 5, true),
];

/// How the names of the kernels for a board end: those made for its columns if there are any.
fn kernels(frame: &Frame, sums: usize) -> Result<String, GpuError> {
    let (cols, mirror) = (frame.shape.cols, frame.can_mirror());
    [cols, 0]
        .into_iter()
        .find(|&cols| KERNELS.contains(&(sums, cols, mirror)))
        .map(|cols| format!("{sums}_{cols}_{mirror}"))
        .ok_or_else(|| {
            GpuError::Tables(format!(
                "{sums} sums over boards of {cols} columns are too many; name fewer partitions"
            ))
        })
}

/// The rules of a board, tables aside.
fn rules(frame: &Frame, shape: Shape, sums: &[Sum]) -> Rules {
    let mut rules = Rules {
        rows: shape.rows as u32,
        cols: shape.cols as u32,
        cells: shape.cells() as u32,
        sums: sums.len() as u32,
        blank: frame.blank as u32,
        ..Rules::default()
    };
    for (s, sum) in sums.iter().enumerate() {
        rules.first[s] = rules.states;
        rules.states += sum.len() as u32;
        for (k, pattern) in sum.iter().enumerate() {
            for (number, &home) in pattern.homes.iter().enumerate() {
                let home = usize::from(home);
                rules.dealt[s][home / 16] |= (k as u32) << (2 * (home % 16));
                rules.number[s][home / 8] |= (number as u32) << (4 * (home % 8));
            }
        }
    }
    rules
}

/// Moves of the blank, two bits each.
pub(crate) fn unpacked(moves: &[u64], length: u32) -> impl Iterator<Item = u8> {
    (0..length as usize).map(|i| (moves[i / 32] >> (2 * (i % 32)) & 3) as u8)
}

pub(crate) fn check(control: &Control) -> Result<(), GpuError> {
    match control.check() {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(stop) => Err(GpuError::Stopped(stop)),
    }
}
