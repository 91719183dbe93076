//! From values to places, and the marks of an axis.

/// The quantity on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Seconds, shown in the unit that fits.
    Time,
    /// A number.
    Count,
}

impl Unit {
    /// The distance between marks; nothing is counted in fractions.
    fn step(self, range: f64) -> f64 {
        let step = step(range, 6.0);
        if self == Self::Count {
            step.max(1.0)
        } else {
            step
        }
    }
}

/// One axis of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// Its title, with the unit where the marks do not tell it.
    pub(crate) title: String,
    unit: Unit,
    is_log: bool,
    low: f64,
    high: f64,
}

impl Axis {
    /// An axis of plain numbers; its ends are widened to round ones.
    pub(crate) fn linear(title: impl Into<String>, unit: Unit, low: f64, high: f64) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        let step = unit.step(high - low);
        Self {
            title: title.into(),
            unit,
            is_log: false,
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
        }
    }

    /// An axis of powers; values must be above zero. Ends are widened a little.
    pub(crate) fn log(title: impl Into<String>, unit: Unit, low: f64, high: f64) -> Self {
        let low = low.max(1e-12);
        let high = high.max(low * 10.0_f64.powf(0.5));
        let widen = (high / low).powf(0.04).max(1.12);
        Self {
            title: title.into(),
            unit,
            is_log: true,
            low: low / widen,
            high: high * widen,
        }
    }

    /// Which scale suits values from `low` to `high`: powers where they span more than 30-fold.
    pub(crate) fn fitting(title: impl Into<String>, unit: Unit, low: f64, high: f64) -> Self {
        if low > 0.0 && high / low > 30.0 {
            Self::log(title, unit, low, high)
        } else {
            Self::linear(title, unit, 0.0_f64.min(low), high)
        }
    }

    /// The position of a value: 0 at the low end, 1 at the high one.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let (value, low, high) = if self.is_log {
            (value.max(self.low).ln(), self.low.ln(), self.high.ln())
        } else {
            (value, self.low, self.high)
        };
        ((value - low) / (high - low)).clamp(0.0, 1.0)
    }

    /// The same without a title.
    pub(crate) fn untitled(&self) -> Self {
        Self {
            title: String::new(),
            ..self.clone()
        }
    }

    /// A value in words.
    pub(crate) fn show(&self, value: f64) -> String {
        match self.unit {
            Unit::Time => time(value),
            Unit::Count => count(value, value),
        }
    }

    /// The marks with their labels, at most about ten.
    pub(crate) fn marks(&self) -> Vec<(f64, String)> {
        if !self.is_log {
            let step = self.unit.step(self.high - self.low);
            let count = ((self.high - self.low) / step).round() as usize;
            let at = |i: usize| self.low + step * i as f64;
            return (0..=count)
                .map(|i| (at(i), self.label(at(i), step)))
                .collect();
        }
        let (first, last) = (
            self.low.log10().ceil() as i32,
            self.high.log10().floor() as i32,
        );
        let decades = last - first + 1;
        let every = (decades + 7) / 8;
        let mut marks: Vec<f64> = (first..=last)
            .filter(|power| every <= 1 || power.rem_euclid(every) == 0)
            .map(|power| 10.0_f64.powi(power))
            .collect();
        if decades <= 2 {
            // Few powers of ten: 2 and 5 between them.
            let between =
                (first - 1..=last).flat_map(|power| [2.0, 5.0].map(|m| m * 10.0_f64.powi(power)));
            marks.extend(between.filter(|value| (self.low..=self.high).contains(value)));
            marks.sort_by(f64::total_cmp);
        }
        marks
            .into_iter()
            .map(|value| (value, self.label(value, value)))
            .collect()
    }

    /// Faint lines between the marks of a logarithmic axis.
    pub(crate) fn minor(&self) -> Vec<f64> {
        if !self.is_log || (self.high / self.low).log10() > 4.5 {
            return Vec::new();
        }
        let (first, last) = (
            self.low.log10().floor() as i32,
            self.high.log10().ceil() as i32,
        );
        (first..last)
            .flat_map(|power| (2..=9).map(move |m| f64::from(m) * 10.0_f64.powi(power)))
            .filter(|value| (self.low..=self.high).contains(value))
            .collect()
    }

    fn label(&self, value: f64, step: f64) -> String {
        match self.unit {
            Unit::Count => count(value, step),
            Unit::Time if value.abs() < step / 1e6 => "0".to_owned(),
            Unit::Time if self.is_log => time(value),
            // One unit for the whole axis.
            Unit::Time => {
                let (factor, unit) = time_unit(self.high);
                format!("{} {unit}", short(value / factor))
            }
        }
    }
}

/// A round step that makes about `parts` of a range.
fn step(range: f64, parts: f64) -> f64 {
    let rough = range / parts;
    let power = 10.0_f64.powf(rough.log10().floor());
    let rounds = [1.0, 2.0, 5.0, 10.0].map(|m| m * power);
    rounds
        .into_iter()
        .find(|&step| step >= rough * 0.999)
        .unwrap_or(power * 10.0)
}

/// The factor and name of the unit of time that fits.
fn time_unit(seconds: f64) -> (f64, &'static str) {
    match seconds {
        s if s < 0.999e-6 => (1e-9, "ns"),
        s if s < 0.999e-3 => (1e-6, "µs"),
        s if s < 0.999 => (1e-3, "ms"),
        s if s < 3599.0 => (1.0, "s"),
        _ => (3600.0, "h"),
    }
}

/// A time with three digits.
pub(crate) fn time(seconds: f64) -> String {
    if !seconds.is_finite() {
        return "–".to_owned();
    }
    let (factor, unit) = time_unit(seconds);
    format!("{} {unit}", short(seconds / factor))
}

/// A number with three digits, without zeros behind the point.
pub(crate) fn short(value: f64) -> String {
    let digits = match value.abs() {
        v if v >= 99.95 || v == 0.0 => 0,
        v if v >= 9.995 => 1,
        v if v >= 0.0995 => 2,
        _ => 3,
    };
    let text = format!("{value:.digits$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// A count in thousands or millions where it is large.
pub(crate) fn count(value: f64, step: f64) -> String {
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    match units
        .iter()
        .find(|(factor, _)| step >= *factor && value.abs() >= *factor)
    {
        Some((factor, unit)) => format!("{} {unit}", short(value / factor)),
        None => short((value * 1e6).round() / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<String> {
        axis.marks().into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn marks_are_round() {
        let axis = Axis::linear("n", Unit::Count, 0.0, 31.0);
        assert_eq!(labels(&axis), ["0", "10", "20", "30", "40"]);
        let axis = Axis::linear("n", Unit::Count, 0.0, 1.0);
        assert_eq!(labels(&axis), ["0", "1"], "nothing is counted in fractions");
        let axis = Axis::log("t", Unit::Time, 2e-6, 3.0);
        assert_eq!(
            labels(&axis),
            ["10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"]
        );
        let axis = Axis::log("t", Unit::Time, 0.011, 0.09);
        assert_eq!(labels(&axis), ["10 ms", "20 ms", "50 ms", "100 ms"]);
        let axis = Axis::linear("n", Unit::Count, 0.0, 250_000.0);
        assert_eq!(labels(&axis).last().unwrap(), "250 k");
    }

    #[test]
    fn values_lie_between_the_ends() {
        for axis in [
            Axis::log("t", Unit::Time, 1.0, 1000.0),
            Axis::linear("t", Unit::Time, 0.0, 7.0),
            Axis::fitting("t", Unit::Time, 1.0, 1.0),
            Axis::log("t", Unit::Time, 0.0, 0.0),
        ] {
            let (low, high) = (axis.low, axis.high);
            assert!(axis.place(low) <= 1e-9 && axis.place(high) >= 1.0 - 1e-9);
            assert!((2..=12).contains(&axis.marks().len()), "{axis:?}");
        }
    }
}
