//! A frame with two axes, and what is drawn in it.

use std::fmt::Write;

use super::axis::Axis;

/// Marks of points, so that series differ by shape as well as by colour.
const SHAPES: usize = 6;

/// A picture in the making. Places are in pixels of a picture 760 wide.
pub(crate) struct Chart {
    body: String,
    x: Axis,
    y: Axis,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    total: (f64, f64),
}

/// Width of all pictures.
pub(crate) const WIDTH: f64 = 760.0;

/// The margins of a chart.
pub(crate) struct Margins {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
}

impl Default for Margins {
    fn default() -> Self {
        Self {
            left: 72.0,
            right: 18.0,
            top: 12.0,
            bottom: 48.0,
        }
    }
}

impl Chart {
    /// A chart of this height with its axes drawn.
    pub(crate) fn new(x: Axis, y: Axis, height: f64, margins: &Margins) -> Self {
        let mut chart = Self::bare(x, y, height, margins);
        chart.grid();
        chart
    }

    /// A chart with nothing in it.
    pub(crate) fn empty(x: Axis, y: Axis, height: f64, margins: &Margins) -> Self {
        Self::bare(x, y, height, margins)
    }

    /// A drawing without axes, for signs.
    pub(crate) fn loose() -> Self {
        let axis = || Axis::linear("", super::axis::Unit::Count, 0.0, 1.0);
        Self::bare(axis(), axis(), 1.0, &Margins::default())
    }

    fn bare(x: Axis, y: Axis, height: f64, margins: &Margins) -> Self {
        Self {
            body: String::new(),
            x,
            y,
            left: margins.left,
            top: margins.top,
            width: WIDTH - margins.left - margins.right,
            height: height - margins.top - margins.bottom,
            total: (WIDTH, height),
        }
    }

    fn grid(&mut self) {
        let y = self.y.clone();
        for value in y.minor() {
            self.rule_y(value, "minor");
        }
        for (value, label) in y.marks() {
            self.rule_y(value, "grid");
            let at = self.at_y(value);
            self.text(self.left - 7.0, at + 4.0, "tick", "end", &label);
        }
        self.grid_x();
        let (left, top, _, bottom) = self.inside();
        self.segment(left, top, left, bottom, "axis");
        let middle = f64::midpoint(top, bottom);
        let title = escape(&y.title);
        let from_left = if left > 100.0 { left - 62.0 } else { 15.0 };
        let _ = write!(
            self.body,
            "<text class=\"title\" text-anchor=\"middle\" transform=\"translate({from_left:.0} {middle:.1}) rotate(-90)\">{title}</text>",
        );
    }

    /// The marks of the lower axis and their lines.
    pub(crate) fn grid_x(&mut self) {
        let x = self.x.clone();
        for value in x.minor() {
            self.rule_x(value, "minor");
        }
        let (left, _, right, bottom) = self.inside();
        for (value, label) in x.marks() {
            self.rule_x(value, "grid");
            let at = self.at_x(value);
            self.text(at, bottom + 17.0, "tick", "middle", &label);
        }
        self.segment(left, bottom, right, bottom, "axis");
        let middle = f64::midpoint(left, right);
        self.text(middle, self.total.1 - 8.0, "title", "middle", &x.title);
    }

    pub(crate) fn at_x(&self, value: f64) -> f64 {
        self.left + self.x.place(value) * self.width
    }

    pub(crate) fn at_y(&self, value: f64) -> f64 {
        self.top + (1.0 - self.y.place(value)) * self.height
    }

    /// Left, top, right and bottom of the inside.
    pub(crate) fn inside(&self) -> (f64, f64, f64, f64) {
        (
            self.left,
            self.top,
            self.left + self.width,
            self.top + self.height,
        )
    }

    pub(crate) fn rule_x(&mut self, value: f64, class: &str) {
        let at = self.at_x(value);
        let (_, top, _, bottom) = self.inside();
        self.segment(at, top, at, bottom, class);
    }

    pub(crate) fn rule_y(&mut self, value: f64, class: &str) {
        let at = self.at_y(value);
        let (left, _, right, _) = self.inside();
        self.segment(left, at, right, at, class);
    }

    /// A straight line in pixels.
    pub(crate) fn segment(&mut self, x1: f64, y1: f64, x2: f64, y2: f64, class: &str) {
        let _ = write!(
            self.body,
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        );
    }

    /// Text at a place in pixels.
    pub(crate) fn text(&mut self, x: f64, y: f64, class: &str, anchor: &str, text: &str) {
        let text = escape(text);
        let _ = write!(
            self.body,
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
        );
    }

    /// A line through values.
    pub(crate) fn line(&mut self, values: &[(f64, f64)], class: &str, dash: &str) {
        if values.is_empty() {
            return;
        }
        let mut path = String::new();
        for (i, &(x, y)) in values.iter().enumerate() {
            let letter = if i == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{:.1} {:.1}", self.at_x(x), self.at_y(y));
        }
        let dash = match dash {
            "" => String::new(),
            dash => format!(" stroke-dasharray=\"{dash}\""),
        };
        let _ = write!(
            self.body,
            "<path class=\"line {class}\" d=\"{path}\"{dash}/>"
        );
    }

    /// A point of a series, in pixels; hollow if `class` says so.
    pub(crate) fn mark(&mut self, x: f64, y: f64, shape: usize, class: &str) {
        let r = 3.6;
        let drawn = match shape % SHAPES {
            0 => format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r}\"/>"),
            1 => polygon(
                class,
                &[
                    (x - r, y - r),
                    (x + r, y - r),
                    (x + r, y + r),
                    (x - r, y + r),
                ],
            ),
            2 => polygon(
                class,
                &[(x, y - r - 1.0), (x + r + 0.8, y + r), (x - r - 0.8, y + r)],
            ),
            3 => polygon(
                class,
                &[
                    (x, y - r - 1.0),
                    (x + r + 1.0, y),
                    (x, y + r + 1.0),
                    (x - r - 1.0, y),
                ],
            ),
            4 => polygon(
                class,
                &[(x, y + r + 1.0), (x + r + 0.8, y - r), (x - r - 0.8, y - r)],
            ),
            _ => polygon(
                class,
                &[
                    (x - r - 1.0, y - 1.8),
                    (x + r + 1.0, y - 1.8),
                    (x + r + 1.0, y + 1.8),
                    (x - r - 1.0, y + 1.8),
                ],
            ),
        };
        self.body.push_str(&drawn);
    }

    /// A cross in pixels, for what was not answered.
    pub(crate) fn cross(&mut self, x: f64, y: f64, class: &str) {
        let r = 3.6;
        let _ = write!(
            self.body,
            "<path class=\"line {class}\" d=\"M{:.1} {:.1}l{d} {d}m0 -{d}l-{d} {d}\"/>",
            x - r,
            y - r,
            d = 2.0 * r
        );
    }

    /// A dot without a border, for clouds of many.
    pub(crate) fn dot(&mut self, x: f64, y: f64, class: &str) {
        let _ = write!(
            self.body,
            "<circle class=\"dot {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.4\"/>"
        );
    }

    /// A rectangle in pixels.
    pub(crate) fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, class: &str) {
        let (width, height) = (width.max(0.0), height.max(0.0));
        let _ = write!(
            self.body,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
        );
    }

    /// The drawing without the picture around it.
    pub(crate) fn into_body(self) -> String {
        self.body
    }

    /// The picture.
    pub(crate) fn finish(self, title: &str) -> String {
        let (width, height) = self.total;
        picture(width, height, title, &self.body)
    }
}

/// A picture of some drawings.
pub(crate) fn picture(width: f64, height: f64, title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height:.0}\" role=\"img\" aria-label=\"{title}\">{body}</svg>"
    )
}

fn polygon(class: &str, corners: &[(f64, f64)]) -> String {
    let corners: Vec<String> = corners
        .iter()
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect();
    format!(
        "<polygon class=\"{class}\" points=\"{}\"/>",
        corners.join(" ")
    )
}

/// Text that stands between tags.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The legend of a chart, below it: entries in as many columns as fit. Gives the drawing and its
/// height.
pub(crate) fn legend(entries: &[(String, String)], top: f64, left: f64) -> (String, f64) {
    let widest = entries
        .iter()
        .map(|(_, name)| name.chars().count())
        .max()
        .unwrap_or(0);
    let column = 44.0 + widest as f64 * 6.7;
    let columns = (((WIDTH - left) / column) as usize).clamp(1, entries.len().max(1));
    let mut text = String::new();
    for (i, (sign, name)) in entries.iter().enumerate() {
        let x = left + (i % columns) as f64 * column;
        let y = top + (i / columns) as f64 * 19.0 + 12.0;
        let name = escape(name);
        let _ = write!(
            text,
            "<g transform=\"translate({x:.1} {y:.1})\">{sign}<text class=\"key\" x=\"34\" y=\"4\">{name}</text></g>"
        );
    }
    (text, entries.len().div_ceil(columns) as f64 * 19.0 + 8.0)
}

/// A bit of line for a legend.
pub(crate) fn line_sign(class: &str, dash: &str) -> String {
    format!(
        "<line class=\"line {class}\" x1=\"2\" y1=\"0\" x2=\"26\" y2=\"0\" stroke-dasharray=\"{dash}\"/>"
    )
}
