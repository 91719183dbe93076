//! Playback of steps at a chosen speed.

use std::time::Duration;

/// The speeds that can be chosen, in quarters of the normal one, which is two steps per second.
pub const SPEEDS: [u32; 10] = [1, 2, 4, 8, 16, 32, 64, 256, 1024, 4096];

/// The time a step takes at a quarter of the normal speed.
const SLOWEST: Duration = Duration::from_secs(2);

/// Playback of a sequence of steps: position, speed, playing or paused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Steps beyond the first picture.
    length: usize,
    at: usize,
    speed: usize,
    /// When the next step is due; none while paused.
    due: Option<Duration>,
    /// When each step came, to replay them; empty for steps of equal length.
    times: Vec<Duration>,
}

impl Player {
    /// At the beginning of this many steps, paused, at normal speed.
    pub fn new(length: usize) -> Self {
        Self {
            length,
            at: 0,
            speed: 2,
            due: None,
            times: Vec::new(),
        }
    }

    /// At the beginning of steps that came at these times, which it keeps to; those that came together go
    /// together.
    pub fn replaying(times: Vec<Duration>) -> Self {
        Self {
            length: times.len(),
            times,
            ..Self::new(0)
        }
    }

    /// The clock of a replay.
    pub fn clock(&self) -> Duration {
        let last = self.at.checked_sub(1);
        let at = last.and_then(|last| self.times.get(last));
        at.copied().unwrap_or_default()
    }

    /// Steps done, from 0 to the length.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The number of steps.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Whether it is playing.
    pub fn is_playing(&self) -> bool {
        self.due.is_some()
    }

    /// When [`Player::tick`] has something to do.
    pub fn due(&self) -> Option<Duration> {
        self.due
    }

    /// Whether the last step is done.
    pub fn is_at_end(&self) -> bool {
        self.at == self.length
    }

    /// The speed in words: `0.25×`, `16×`.
    pub fn speed(&self) -> String {
        match SPEEDS[self.speed] {
            1 => "0.25×".to_owned(),
            2 => "0.5×".to_owned(),
            quarters => format!("{}×", quarters / 4),
        }
    }

    /// Chooses a speed by its place in [`SPEEDS`]; the last one if there is no such place.
    pub fn set_speed(&mut self, index: usize) {
        self.speed = index.min(SPEEDS.len() - 1);
    }

    /// Resumes if paused, from the beginning if at the end; pauses if going.
    pub fn toggle(&mut self, now: Duration) {
        if self.is_playing() {
            self.due = None;
            return;
        }
        if self.is_at_end() {
            self.at = 0;
        }
        self.due = Some(now + self.interval());
    }

    /// Pauses and steps by this many, backwards if negative, as far as there are steps.
    pub fn step(&mut self, by: isize) {
        self.seek(self.at.saturating_add_signed(by));
    }

    /// Pauses at this step, or at the last if there are fewer.
    pub fn seek(&mut self, to: usize) {
        self.due = None;
        self.at = to.min(self.length);
    }

    /// Chooses the next faster speed, or the next slower one.
    pub fn change_speed(&mut self, faster: bool, now: Duration) {
        let index = if faster {
            self.speed + 1
        } else {
            self.speed.saturating_sub(1)
        };
        self.choose_speed(index, now);
    }

    /// Chooses a speed as [`Player::set_speed`] does, while it plays.
    pub fn choose_speed(&mut self, index: usize, now: Duration) {
        self.set_speed(index);
        if self.is_playing() {
            self.due = Some(now + self.interval());
        }
    }

    /// Does the steps that are due; whether there were any.
    pub fn tick(&mut self, now: Duration) -> bool {
        let Some(due) = self.due.filter(|&due| due <= now) else {
            return false;
        };
        // Several at once where steps are shorter than pictures; all behind a long sleep would be
        // a jump, so at most a tenth of a second's worth.
        let interval = self.interval();
        if !self.times.is_empty() {
            return self.replay(due, now);
        }
        let late = now.saturating_sub(due).min(Duration::from_millis(100));
        let steps = 1 + (late.as_nanos() / interval.as_nanos()) as usize;
        self.at = (self.at + steps).min(self.length);
        self.due = (!self.is_at_end()).then_some(now + interval);
        true
    }

    /// The steps of the next moment at which there were some.
    fn replay(&mut self, due: Duration, now: Duration) -> bool {
        self.at += 1;
        let moment = self.clock();
        while self.times.get(self.at) == Some(&moment) {
            self.at += 1;
        }
        // From when it was due, so that pictures that come late do not slow it; but no burst after a sleep.
        self.due = (!self.is_at_end()).then(|| (due + self.interval()).max(now));
        true
    }

    /// Time until the next step.
    pub fn interval(&self) -> Duration {
        match self.times.get(self.at) {
            Some(&next) => next.saturating_sub(self.clock()) * SPEEDS[2] / SPEEDS[self.speed],
            None => SLOWEST / SPEEDS[self.speed],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLI: Duration = Duration::from_millis(1);

    #[test]
    fn plays_to_the_end_and_then_from_the_beginning() {
        let mut player = Player::new(2);
        assert!(!player.tick(MILLI));
        player.toggle(Duration::ZERO);
        assert!(!player.tick(499 * MILLI));
        assert!(player.tick(500 * MILLI));
        assert!(player.tick(1000 * MILLI));
        assert!(player.is_at_end() && !player.is_playing());
        player.toggle(1000 * MILLI);
        assert_eq!((player.at(), player.is_playing()), (0, true));
    }

    #[test]
    fn a_replay_keeps_to_its_times_and_what_came_together_goes_together() {
        let times = [100, 100, 600, 700].map(|millis| millis * MILLI);
        let mut player = Player::replaying(times.into());
        player.toggle(Duration::ZERO);
        assert!(!player.tick(99 * MILLI));
        assert!(player.tick(100 * MILLI));
        assert_eq!((player.at(), player.clock()), (2, 100 * MILLI));
        player.choose_speed(3, 100 * MILLI);
        assert!(!player.tick(349 * MILLI));
        player.tick(350 * MILLI);
        assert_eq!(player.at(), 3);
        player.tick(401 * MILLI);
        assert_eq!((player.at(), player.is_playing()), (4, false));
    }

    #[test]
    fn steps_and_speeds_stay_in_range() {
        let mut player = Player::new(3);
        player.step(-1);
        assert_eq!(player.at(), 0);
        player.step(99);
        assert_eq!(player.at(), 3);
        for _ in 0..20 {
            player.change_speed(false, MILLI);
        }
        assert_eq!(player.speed(), "0.25×");
        for _ in 0..20 {
            player.change_speed(true, MILLI);
        }
        assert_eq!(player.speed(), "1024×");
    }

    #[test]
    fn several_steps_are_done_where_they_are_shorter_than_pictures() {
        let mut player = Player::new(1000);
        player.set_speed(99);
        player.toggle(Duration::ZERO);
        player.tick(16 * MILLI);
        assert!((30..40).contains(&player.at()), "{}", player.at());
        // After a sleep it resumes where it was.
        player.tick(100_000 * MILLI);
        assert!(player.at() < 300, "{}", player.at());
    }
}
