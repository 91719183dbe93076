//! Wide beams on the device: millions of boards per level, doubles dropped by their keys.

use std::ops::ControlFlow;
use std::time::Duration;

use taquin_core::{Board, Control, Move};
use taquin_search::algorithms::{Ask, BeamResult, Breadth, Net};

use crate::automaton::BLANK_MOVES;
use crate::device::{Device, DeviceMemory, GpuError, LaunchConfig, read_one, zeros};
use crate::guide::{BeamGuide, DeviceScore};
use crate::searcher::{Searcher, check};
use crate::wire::{
    self, Ahead, BEAM_SCORES, Follow, Keep, NET_ROWS, NET_SUM, Rank, Report, SLOT, WARP_LANES,
};

/// Slots of the table of boards that were seen, for each board of a level: with three children each
/// that is new, hardly one in five is forgotten within its level.
const SLOTS: usize = 4;

/// The widest level there is; a place and a move share 32 bits.
const MOST: usize = 1 << 26;

/// Threads of a block.
const THREADS: u32 = 256;

/// Threads of a block that scores, and how many such blocks a multiprocessor runs: what the kernel was compiled for.
const SCORE_THREADS: u32 = 384;
const SCORE_BLOCKS: u32 = 2;

/// The most children of a level of this many boards: none undoes a move, except those of the start.
const fn children(boards: usize) -> usize {
    3 * boards + 4
}

/// Device memory of a beam.
struct Buffers {
    widest: usize,
    slots: usize,
    levels: [DeviceMemory; 2],
    scores: DeviceMemory,
    origins: DeviceMemory,
    seen: DeviceMemory,
    kept: DeviceMemory,
    histogram: DeviceMemory,
    report: DeviceMemory,
    /// For a learned score.
    sums: Option<Sums>,
}

/// Device memory that only a learned score needs.
struct Sums {
    levels: [DeviceMemory; 2],
    /// Slides of children, and what is added directly to their scores.
    slides: DeviceMemory,
    directs: DeviceMemory,
    /// Slides of the boards that were kept.
    kept: DeviceMemory,
}

impl Sums {
    fn new(device: &dyn Device, widest: usize) -> Result<Self, GpuError> {
        let level = 2 * NET_SUM * widest;
        Ok(Self {
            levels: [device.take(level)?, device.take(level)?],
            slides: device.take(4 * children(widest))?,
            directs: device.take(4 * children(widest))?,
            kept: device.take(4 * widest)?,
        })
    }
}

impl Buffers {
    /// Bytes for each board of a level.
    fn bytes(guide: &BeamGuide<'_>, longest: u32) -> usize {
        let sums = guide.learned().map_or(0, |_| 2 * 2 * NET_SUM + 3 * 8 + 4);
        let seen = 2 * 8 * SLOT * SLOTS;
        2 * 4 * guide.level_words() + sums + 3 * 8 + seen + 4 * longest as usize
    }

    fn new(
        device: &dyn Device,
        guide: &BeamGuide<'_>,
        longest: u32,
        wanted: usize,
    ) -> Result<Self, GpuError> {
        let fits = device.free()? / 5 * 4 / Self::bytes(guide, longest);
        let widest = wanted.min(fits).clamp(16, MOST);
        let slots = (SLOTS * widest).next_power_of_two();
        let level = 4 * guide.level_words() * widest;
        let sums = guide.learned().map(|_| Sums::new(device, widest));
        Ok(Self {
            widest,
            slots,
            levels: [device.take(level)?, device.take(level)?],
            scores: device.take(4 * children(widest))?,
            origins: device.take(4 * children(widest))?,
            seen: zeros(device, 8 * SLOT * slots)?,
            kept: device.take(4 * widest * (longest as usize + 1))?,
            histogram: device.take(4 * BEAM_SCORES)?,
            report: device.take(size_of::<Report>())?,
            sums: sums.transpose()?,
        })
    }
}

impl Searcher {
    /// Runs a beam.
    ///
    /// # Errors
    /// When the device fails or has too little memory.
    pub fn beam(&mut self, beam: &Ask<'_>, control: &Control) -> Result<BeamResult, GpuError> {
        let device = &*self.device;
        let guide = BeamGuide::new(device, beam.goal, beam.net)?;
        let wanted = match beam.width {
            Breadth::Boards(boards) => boards,
            // The device may be faster than it was.
            Breadth::Within(time) => {
                let nodes = 2.0 * time.as_secs_f64() * self.beam_rate.max(FIRST_RATE * 5.0);
                (nodes / f64::from(beam.longest.max(1))) as usize
            }
        };
        let buffers = Buffers::new(device, &guide, beam.longest, wanted)?;
        let pace = Pace::new(
            beam.width,
            buffers.widest,
            self.beam_rate,
            control.elapsed(),
        );
        let mut run = Run {
            device,
            guide,
            buffers,
            beam,
            kept: Vec::new(),
            done: BeamResult::default(),
        };
        let end = if beam.start == beam.goal {
            Ok(Some(Vec::new()))
        } else {
            run.levels(pace, control, &mut self.beam_rate)
        };
        let mut done = run.done;
        let bytes = Buffers::bytes(&run.guide, beam.longest);
        done.bytes = (bytes * run.buffers.widest) as u64;
        match end {
            Ok(moves) => done.moves = moves,
            Err(GpuError::Stopped(stop)) => done.stopped = Some(stop),
            Err(error) => return Err(error),
        }
        Ok(done)
    }

    /// The scores and floors of the boards at exactly this distance from a board,
    /// each pair once, ascending: what a beam of no limit in width sees.
    ///
    /// # Errors
    /// When the device fails or has too little memory.
    pub fn beam_scores(
        &mut self,
        start: &Board,
        goal: &Board,
        net: Option<&Net>,
        moves: u32,
    ) -> Result<Vec<(u32, u32)>, GpuError> {
        let device = &*self.device;
        let guide = BeamGuide::new(device, goal, net)?;
        let longest = u32::from(u16::MAX);
        let buffers = Buffers::new(device, &guide, moves, 3_usize.pow(moves) * 2)?;
        let beam = Ask {
            start,
            goal,
            net,
            longest,
            width: Breadth::Boards(buffers.widest),
        };
        let mut run = Run {
            device,
            guide,
            buffers,
            beam: &beam,
            kept: Vec::new(),
            done: BeamResult::default(),
        };
        run.begin()?;
        let mut count = 1;
        let mut children = 0;
        for g in 0..moves {
            let report = run.look(count, g + 1)?;
            children = report.written as usize;
            if g + 1 < moves {
                count = run.keep(count, g, children, run.buffers.widest)?;
            }
        }
        let mut packed = vec![0_u32; children];
        device.read(
            &run.buffers.scores,
            0,
            bytemuck::cast_slice_mut(&mut packed),
        )?;
        packed.sort_unstable();
        packed.dedup();
        Ok(packed.iter().map(|p| (p >> 16, p & 0xffff)).collect())
    }
}

/// A beam under way.
struct Run<'a> {
    device: &'a dyn Device,
    guide: BeamGuide<'a>,
    buffers: Buffers,
    beam: &'a Ask<'a>,
    /// By level but the first: where its origins begin.
    kept: Vec<usize>,
    done: BeamResult,
}

impl Run<'_> {
    /// Level after level until the goal is reached or nothing is left.
    fn levels(
        &mut self,
        mut pace: Pace,
        control: &Control,
        rate: &mut f64,
    ) -> Result<Option<Vec<Move>>, GpuError> {
        self.begin()?;
        let mut count = 1;
        for g in 0..self.beam.longest {
            check(control)?;
            let report = self.look(count, g + 1)?;
            self.done.expanded += count as u64;
            self.done.generated += report.generated;
            self.done.widest = self.done.widest.max(count as u64);
            if report.found != 0 {
                return Ok(Some(self.way(report.origin)?));
            }
            if let ControlFlow::Break(stop) = control.spend(count as u64) {
                return Err(GpuError::Stopped(stop));
            }
            let width = pace.width(count, self.beam.longest - g, control.elapsed(), rate);
            let room = self.buffers.kept.bytes / 4 - self.kept_so_far(count);
            let width = width.min(room);
            count = self.keep(count, g, report.written as usize, width)?;
            if count == 0 {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Puts the start on the device.
    fn begin(&self) -> Result<(), GpuError> {
        let (words, sum) = self.guide.start(self.beam.start);
        for (w, word) in words.iter().enumerate() {
            let at = 4 * w * self.buffers.widest;
            self.device
                .write(&self.buffers.levels[0], at, &word.to_le_bytes())?;
        }
        if let Some(sums) = &self.buffers.sums {
            self.device
                .write(&sums.levels[0], 0, bytemuck::cast_slice(&sum))?;
        }
        Ok(())
    }

    /// Makes and scores the children of a level.
    fn look(&self, count: usize, moves: u32) -> Result<Report, GpuError> {
        let (device, buffers) = (self.device, &self.buffers);
        device.clear(&buffers.report, 0, size_of::<Report>())?;
        device.clear(&buffers.histogram, 0, 4 * BEAM_SCORES)?;
        let [slides, directs] = buffers
            .sums
            .as_ref()
            .map_or([0; 2], |sums| [sums.slides.address, sums.directs.address]);
        let parameters = Ahead {
            guide: self.guide.on_device,
            level: buffers.levels[self.kept.len() % 2].address,
            scores: buffers.scores.address,
            origins: buffers.origins.address,
            slides,
            directs,
            seen: buffers.seen.address,
            histogram: buffers.histogram.address,
            report: buffers.report.address,
            count: count as u32,
            stride: buffers.widest as u32,
            capacity: children(buffers.widest) as u32,
            slot_mask: (buffers.slots - 1) as u32,
            moves,
            longest: self.beam.longest,
        };
        let learned = self.guide.learned().zip(buffers.sums.as_ref());
        let grid = LaunchConfig {
            shared: learned.map_or(4 * BEAM_SCORES as u32, |_| 0),
            ..self.grid(count)
        };
        let kernel = format!("beam_look_{}", self.guide.kernels());
        device.launch(&kernel, grid, bytemuck::bytes_of(&parameters))?;
        if let Some((learned, sums)) = learned {
            self.score(learned, sums, count)?;
        }
        read_one(device, &buffers.report, 0)
    }

    /// Scores the children of a level of this many boards; the device knows how many there are.
    fn score(&self, learned: &DeviceScore<'_>, sums: &Sums, count: usize) -> Result<(), GpuError> {
        let (device, buffers) = (self.device, &self.buffers);
        let parameters = Rank {
            net: learned.net.address,
            vectors: learned.vectors.address,
            sums: sums.levels[self.kept.len() % 2].address,
            scores: buffers.scores.address,
            origins: buffers.origins.address,
            slides: sums.slides.address,
            directs: sums.directs.address,
            histogram: buffers.histogram.address,
            report: buffers.report.address,
        };
        let threads = SCORE_THREADS.min(device.threads());
        let rows = (threads as usize).div_ceil(WARP_LANES) * NET_ROWS;
        let blocks = children(count).div_ceil(rows) as u32;
        let grid = LaunchConfig {
            blocks: blocks.min(device.processors() * SCORE_BLOCKS),
            threads,
            shared: (size_of::<wire::Net>() + 4 * BEAM_SCORES) as u32,
        };
        device.launch("beam_score", grid, bytemuck::bytes_of(&parameters))
    }

    /// Makes the best children the next level; gives their number.
    fn keep(
        &mut self,
        count: usize,
        g: u32,
        children: usize,
        width: usize,
    ) -> Result<usize, GpuError> {
        let (device, buffers) = (self.device, &self.buffers);
        let mut histogram = vec![0_u32; BEAM_SCORES];
        device.read(
            &buffers.histogram,
            0,
            bytemuck::cast_slice_mut(&mut histogram),
        )?;
        let (cut, some) = cut(&histogram, width.min(buffers.widest));
        device.clear(&buffers.report, 0, size_of::<Report>())?;
        let first = self.kept_so_far(count);
        let kept = buffers.kept.address + 4 * first as u64;
        let parameters = Keep {
            guide: self.guide.on_device,
            level: buffers.levels[g as usize % 2].address,
            next: buffers.levels[(g as usize + 1) % 2].address,
            scores: buffers.scores.address,
            origins: buffers.origins.address,
            kept,
            slides: buffers.sums.as_ref().map_or(0, |sums| sums.kept.address),
            report: buffers.report.address,
            count: children as u32,
            stride: buffers.widest as u32,
            cut,
            some,
            capacity: buffers.widest as u32,
            unused: 0,
        };
        let kernel = format!("beam_keep_{}", self.guide.kernels());
        device.launch(
            &kernel,
            self.grid(children),
            bytemuck::bytes_of(&parameters),
        )?;
        if let Some((learned, sums)) = self.guide.learned().zip(buffers.sums.as_ref()) {
            let parameters = Follow {
                vectors: learned.vectors.address,
                sums: sums.levels[g as usize % 2].address,
                next: sums.levels[(g as usize + 1) % 2].address,
                kept,
                slides: sums.kept.address,
                report: buffers.report.address,
            };
            let grid = self.grid(children.min(width) * WARP_LANES);
            device.launch("beam_follow", grid, bytemuck::bytes_of(&parameters))?;
        }
        let report: Report = read_one(device, &buffers.report, 0)?;
        self.kept.push(first);
        Ok(report.written as usize)
    }

    /// Origins of all levels up to the one with this many boards.
    fn kept_so_far(&self, count: usize) -> usize {
        self.kept.last().map_or(0, |first| first + count)
    }

    /// The moves to a child of the last level.
    fn way(&self, origin: u32) -> Result<Vec<Move>, GpuError> {
        let mut moves = vec![origin];
        for &first in self.kept.iter().rev() {
            let place = moves.last().expect("begun with one") >> 2;
            let index = first + place as usize;
            moves.push(read_one(self.device, &self.buffers.kept, index)?);
        }
        let to_move = |origin: &u32| Move(BLANK_MOVES[(origin & 3) as usize]);
        Ok(moves.iter().rev().map(to_move).collect())
    }

    fn grid(&self, count: usize) -> LaunchConfig {
        let threads = THREADS.min(self.device.threads());
        let blocks = (count.div_ceil(threads as usize) as u32).max(1);
        LaunchConfig {
            blocks: blocks.min(self.device.processors() * 8),
            threads,
            shared: 0,
        }
    }
}

/// The score below which all children are kept, and how many of those with it.
fn cut(histogram: &[u32], width: usize) -> (u32, u32) {
    let mut left = width;
    for (score, &count) in histogram.iter().enumerate() {
        if count as usize > left {
            return (score as u32, left as u32);
        }
        left -= count as usize;
    }
    (histogram.len() as u32, 0)
}

/// Boards a second that are expected of a device that has not run a beam.
pub(crate) const FIRST_RATE: f64 = 2e8;

/// Levels with fewer boards tell nothing of the speed of wide ones.
const TELLING: usize = 1 << 18;

/// The width of each level.
struct Pace {
    width: Breadth,
    widest: usize,
    rate: f64,
    began: Duration,
    level: Duration,
}

impl Pace {
    fn new(width: Breadth, widest: usize, rate: f64, now: Duration) -> Self {
        Self {
            width,
            widest,
            rate,
            began: now,
            level: now,
        }
    }

    /// The width of the next level, from the boards of the last and the levels to go.
    fn width(&mut self, count: usize, levels: u32, now: Duration, rate: &mut f64) -> usize {
        let took = now.saturating_sub(self.level).as_secs_f64();
        self.level = now;
        if count >= TELLING {
            self.rate = 0.7 * self.rate + 0.3 * count as f64 / took.max(1e-6);
            *rate = self.rate;
        }
        match self.width {
            Breadth::Boards(boards) => boards.min(self.widest),
            Breadth::Within(time) => {
                let left = time
                    .saturating_sub(now.saturating_sub(self.began))
                    .as_secs_f64();
                let width = left * self.rate / f64::from(levels.max(1));
                (width as usize).clamp(1024, self.widest)
            }
        }
    }
}
