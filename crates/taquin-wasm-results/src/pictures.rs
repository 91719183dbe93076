//! Pictures for the tiles that need no file; each fills any shape, and no two parts of one are alike.

use std::f64::consts::PI;
use std::fmt::Write;

use crate::field;

/// A picture by its name, with its width and its height, as SVG.
pub(crate) fn picture(fields: &[&str]) -> Option<String> {
    let number = |index| {
        field(fields, index)
            .parse::<f64>()
            .ok()
            .filter(|side| *side > 0.0)
    };
    let (w, h) = (number(1)?, number(2)?);
    let body = match field(fields, 0) {
        "hills" => hills(w, h),
        "waves" => waves(w, h),
        "kites" => kites(w, h),
        _ => return None,
    };
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">{body}</svg>"
    ))
}

/// A sun over hills.
fn hills(w: f64, h: f64) -> String {
    let mut drawn = format!(
        "<linearGradient id=\"sky\" x2=\"0\" y2=\"1\"><stop stop-color=\"#24396b\"/>\
         <stop offset=\".45\" stop-color=\"#d9788a\"/><stop offset=\".7\" stop-color=\"#f8c99b\"/></linearGradient>\
         <rect width=\"{w}\" height=\"{h}\" fill=\"url(#sky)\"/>\
         <circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#fff1c9\"/>",
        w * 0.68,
        h * 0.4,
        w.min(h) * 0.11
    );
    for (i, colour) in (0..)
        .map(f64::from)
        .zip(["#a0577d", "#6d4377", "#45336a", "#241f4d"])
    {
        let _ = write!(drawn, "<path fill=\"{colour}\" d=\"M0 {h}");
        for at in (0..=60).map(|x| f64::from(x) / 60.0) {
            let swell = 0.06 * (at * (5.0 + i * 2.3) + i * 2.0).sin();
            let ripple = 0.03 * (at * 13.0 + i).sin();
            let _ = write!(
                drawn,
                "L{:.1} {:.1}",
                at * w,
                h * (0.52 + i * 0.12 + swell + ripple)
            );
        }
        let _ = write!(drawn, "L{w} {h}\"/>");
    }
    drawn
}

/// Rings of light on water.
fn waves(w: f64, h: f64) -> String {
    let far = w.hypot(h);
    let (x, y, turned) = (w * 0.36, h * 0.3, 0.5 * 180.0 / PI);
    let mut drawn = String::new();
    for i in (1..=30).rev() {
        let ring = f64::from(i);
        let (hue, much) = (165.0 + ring * 3.2, 55 + i % 3 * 9);
        let light = f64::from(24 + i % 5 * 9) + ring * 0.5;
        let (rx, ry) = (far * ring / 27.0, far * ring / 33.0);
        let _ = write!(
            drawn,
            "<ellipse cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{rx:.1}\" ry=\"{ry:.1}\" transform=\"rotate({turned:.2} {x:.1} {y:.1})\" fill=\"hsl({hue:.1} {much}% {light}%)\"/>"
        );
    }
    drawn
}

/// Kites of every colour.
fn kites(w: f64, h: f64) -> String {
    const ACROSS: u32 = 7;
    const CORNERS: [(f64, f64, u32); 4] = [
        (0.0, 0.0, 62),
        (1.0, 0.0, 48),
        (1.0, 1.0, 36),
        (0.0, 1.0, 54),
    ];
    let (a, b) = (w / f64::from(ACROSS), h / f64::from(ACROSS));
    let mut drawn = String::new();
    for (row, col) in (0..ACROSS).flat_map(|row| (0..ACROSS).map(move |col| (row, col))) {
        let (x, y) = (f64::from(col) * a, f64::from(row) * b);
        let (tip_x, tip_y) = (
            x + a * (0.35 + 0.15 * f64::from((row + col) % 3)),
            y + b * 0.5,
        );
        for (i, (dx, dy, light)) in (0..).zip(CORNERS) {
            let hue = (row * 47 + col * 23 + row * col * 11 + i * 14) % 360;
            let (next_x, next_y) = if i % 2 == 1 {
                (1.0 - dx, dy)
            } else {
                (dx, 1.0 - dy)
            };
            let _ = write!(
                drawn,
                "<path fill=\"hsl({hue} 62% {light}%)\" d=\"M{:.1} {:.1}L{:.1} {:.1}L{tip_x:.1} {tip_y:.1}\"/>",
                x + dx * a,
                y + dy * b,
                x + next_x * a,
                y + next_y * b
            );
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_fills_its_shape() {
        for (name, parts) in [("hills", 6), ("waves", 30), ("kites", 196)] {
            let drawn = picture(&[name, "300", "200.5"]).unwrap();
            assert!(drawn.contains("viewBox=\"0 0 300 200.5\""), "{drawn}");
            assert_eq!(drawn.matches("fill=").count(), parts, "{drawn}");
        }
        for fields in [["hills", "0", "1"], ["hills", "x", "1"], ["none", "1", "1"]] {
            assert_eq!(picture(&fields), None);
        }
    }
}
