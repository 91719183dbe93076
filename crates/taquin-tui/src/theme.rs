//! Colour themes, and the theme without colours.

use ratatui::style::{Color, Modifier, Style};

/// The styles of everything on the screen. Colour is never the only signal: a tile at home has a
/// dot, a hint a heavy frame and an arrow, a lost move its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The name it is chosen by.
    pub name: &'static str,
    /// Everything that has no dress of its own.
    pub base: Style,
    /// Titles and other quiet things.
    pub soft: Style,
    /// The message line.
    pub message: Style,
    /// The number of a tile, and its ground.
    pub tile: Style,
    /// A tile where the goal has it.
    pub home: Style,
    /// The frame of a tile.
    pub edge: Style,
    /// The frame of the tile that a hint points at.
    pub hint: Style,
    /// What lies under the tiles.
    pub well: Style,
    /// Bars, graphs, keys.
    pub accent: Style,
    /// Lost moves.
    pub warn: Style,
    /// Whether it uses colours at all.
    pub is_colourful: bool,
    /// Whether tiles are filled shapes; else they are drawn with lines.
    pub is_filled: bool,
}

/// The colours of a theme: those of the page, light or dark.
struct Palette {
    paper: Color,
    ink: Color,
    soft: Color,
    well: Color,
    tile: Color,
    edge: Color,
    home: Color,
    ring: Color,
    warn: Color,
}

const DARK: Palette = Palette {
    paper: Color::Rgb(0x15, 0x18, 0x1d),
    ink: Color::Rgb(0xec, 0xea, 0xe4),
    soft: Color::Rgb(0x9a, 0xa0, 0xab),
    well: Color::Rgb(0x0e, 0x11, 0x16),
    tile: Color::Rgb(0x2b, 0x32, 0x3d),
    edge: Color::Rgb(0x5b, 0x66, 0x78),
    home: Color::Rgb(0x4f, 0xd0, 0xbd),
    ring: Color::Rgb(0xff, 0xd0, 0x4d),
    warn: Color::Rgb(0xf2, 0xa4, 0x68),
};

const LIGHT: Palette = Palette {
    paper: Color::Rgb(0xf5, 0xf2, 0xec),
    ink: Color::Rgb(0x22, 0x25, 0x2b),
    soft: Color::Rgb(0x6b, 0x6f, 0x78),
    well: Color::Rgb(0xd9, 0xd1, 0xc0),
    tile: Color::Rgb(0xff, 0xfd, 0xf8),
    edge: Color::Rgb(0xa8, 0x9c, 0x82),
    home: Color::Rgb(0x0f, 0x7a, 0x6c),
    ring: Color::Rgb(0xa8, 0x48, 0x0f),
    warn: Color::Rgb(0xa8, 0x48, 0x0f),
};

impl Palette {
    const fn theme(&self, name: &'static str) -> Theme {
        Theme {
            name,
            base: dress(self.ink, self.paper),
            soft: dress(self.soft, self.paper),
            message: dress(self.ink, self.paper),
            tile: dress(self.ink, self.tile).add_modifier(Modifier::BOLD),
            home: dress(self.home, self.tile).add_modifier(Modifier::BOLD),
            edge: dress(self.edge, self.tile),
            hint: dress(self.ring, self.tile).add_modifier(Modifier::BOLD),
            well: dress(self.soft, self.well),
            accent: dress(self.home, self.paper),
            warn: dress(self.warn, self.paper).add_modifier(Modifier::BOLD),
            is_colourful: true,
            is_filled: true,
        }
    }
}

const fn dress(ink: Color, ground: Color) -> Style {
    Style::new().fg(ink).bg(ground)
}

/// The themes in the order they are offered: two in colour, one without, one of high contrast.
pub const THEMES: [Theme; 4] = [
    DARK.theme("colour"),
    LIGHT.theme("paper"),
    Theme {
        name: "mono",
        base: Style::new(),
        soft: Style::new().add_modifier(Modifier::DIM),
        message: Style::new(),
        tile: Style::new().add_modifier(Modifier::BOLD),
        home: Style::new(),
        edge: Style::new(),
        hint: Style::new().add_modifier(Modifier::BOLD),
        well: Style::new(),
        accent: Style::new().add_modifier(Modifier::BOLD),
        warn: Style::new().add_modifier(Modifier::REVERSED),
        is_colourful: false,
        is_filled: false,
    },
    Theme {
        name: "contrast",
        base: dress(Color::White, Color::Black),
        soft: dress(Color::White, Color::Black),
        message: dress(Color::White, Color::Black).add_modifier(Modifier::BOLD),
        tile: dress(Color::Black, Color::White).add_modifier(Modifier::BOLD),
        home: dress(Color::Black, Color::White).add_modifier(Modifier::UNDERLINED),
        edge: dress(Color::Black, Color::White),
        hint: dress(Color::Black, Color::Yellow).add_modifier(Modifier::BOLD),
        well: dress(Color::White, Color::Black),
        accent: dress(Color::Yellow, Color::Black).add_modifier(Modifier::BOLD),
        warn: dress(Color::Black, Color::Yellow).add_modifier(Modifier::BOLD),
        is_colourful: true,
        is_filled: false,
    },
];

/// The colour depth of a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// None are wanted.
    None,
    /// The 256 of xterm.
    Indexed,
    /// All.
    #[default]
    Full,
}

impl Theme {
    /// The theme of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        THEMES.iter().find(|theme| theme.name == name)
    }

    /// The name of the theme after this one; the first for a theme of the player's own.
    pub(crate) fn next_name(&self, depth: Depth) -> &'static str {
        match Self::named(self.name) {
            Some(theme) => theme.next(depth).name,
            None => THEMES[0].name,
        }
    }

    /// The player's own colours: lines like `tile = #2b323d`, which change those of `base = colour` or
    /// `base = paper`. Lines that begin with # are comments.
    ///
    /// # Errors
    /// Names the first line at fault and what is wrong with it.
    pub fn own(text: &str) -> Result<Self, String> {
        let mut palette = DARK;
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let fault = |what: String| format!("line {}: {what}", index + 1);
            let Some((name, value)) = line.split_once('=') else {
                return Err(fault(
                    "write name = #rrggbb, like tile = #2b323d".to_owned(),
                ));
            };
            let (name, value) = (name.trim(), value.trim());
            if name == "base" {
                palette = match value {
                    "colour" | "color" => DARK,
                    "paper" => LIGHT,
                    _ => return Err(fault("base is colour or paper".to_owned())),
                };
                continue;
            }
            let place = match name {
                "paper" => &mut palette.paper,
                "ink" => &mut palette.ink,
                "soft" => &mut palette.soft,
                "well" => &mut palette.well,
                "tile" => &mut palette.tile,
                "edge" => &mut palette.edge,
                "home" => &mut palette.home,
                "ring" => &mut palette.ring,
                "warn" => &mut palette.warn,
                _ => {
                    return Err(fault(format!(
                        "there is no colour `{name}`; there are paper, ink, soft, well, tile, edge, \
                         home, ring and warn"
                    )));
                }
            };
            *place = read_colour(value)
                .ok_or_else(|| fault(format!("`{value}` is no colour like #2b323d")))?;
        }
        Ok(palette.theme("own"))
    }

    /// The theme after this one that a terminal can show.
    pub fn next(&self, depth: Depth) -> &'static Self {
        let at = THEMES.iter().position(|theme| theme.name == self.name);
        let at = at.unwrap_or(0);
        let after = THEMES.iter().cycle().skip(at + 1).take(THEMES.len());
        let mut fitting = after.filter(|theme| depth != Depth::None || !theme.is_colourful);
        fitting.next().expect("one theme has no colours")
    }

    /// The dress of a mark on something drawn in the accent.
    pub(crate) fn on_accent(&self) -> Style {
        Style {
            fg: self.base.bg,
            bg: self.accent.fg,
            ..Style::new()
        }
    }

    /// The dress of the edge of a filled tile: its ground before the well.
    pub(crate) fn fringe(&self, is_lit: bool) -> Style {
        let ground = if is_lit { self.hint.fg } else { self.tile.bg };
        Style {
            fg: ground,
            bg: self.well.bg,
            ..Style::new()
        }
    }

    /// The theme in the colours that a terminal has.
    pub fn at(&self, depth: Depth) -> Self {
        let reduce = |style: Style| match depth {
            Depth::Full => style,
            Depth::Indexed => Style {
                fg: style.fg.map(indexed),
                bg: style.bg.map(indexed),
                ..style
            },
            Depth::None => Style {
                fg: None,
                bg: None,
                ..style
            },
        };
        Self {
            base: reduce(self.base),
            soft: reduce(self.soft),
            message: reduce(self.message),
            tile: reduce(self.tile),
            home: reduce(self.home),
            edge: reduce(self.edge),
            hint: reduce(self.hint),
            well: reduce(self.well),
            accent: reduce(self.accent),
            warn: reduce(self.warn),
            ..*self
        }
    }
}

/// `#2b323d`.
fn read_colour(text: &str) -> Option<Color> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let value = u32::from_str_radix(digits, 16).ok()?;
    let [_, r, g, b] = value.to_be_bytes();
    Some(Color::Rgb(r, g, b))
}

/// The nearest of xterm's 256 colours: the 6×6×6 cube from 16 on, and the greys from 232 on.
fn indexed(color: Color) -> Color {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let Color::Rgb(r, g, b) = color else {
        return color;
    };
    let nearest = |value: u8| {
        let distance = |step: &u8| step.abs_diff(value);
        let best = (0..6).min_by_key(|&i| distance(&STEPS[i]));
        best.expect("the cube has six steps")
    };
    let cube = [r, g, b].map(nearest);
    let grey = ((u16::from(r) + u16::from(g) + u16::from(b)) / 3).clamp(8, 238) as u8;
    let grey = (grey - 8) / 10;
    let error = |shown: [u8; 3]| -> u32 {
        let square = |(a, b): (u8, u8)| u32::from(a.abs_diff(b)).pow(2);
        shown.into_iter().zip([r, g, b]).map(square).sum()
    };
    if error([8 + 10 * grey; 3]) < error(cube.map(|i| STEPS[i])) {
        Color::Indexed(232 + grey)
    } else {
        Color::Indexed((16 + 36 * cube[0] + 6 * cube[1] + cube[2]) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colours_only_the_theme_without_them_is_offered() {
        for theme in &THEMES {
            let next = theme.next(Depth::None);
            assert_eq!(next.name, "mono");
            let bare = theme.at(Depth::None);
            for style in [bare.base, bare.tile, bare.home, bare.hint, bare.warn] {
                assert_eq!((style.fg, style.bg), (None, None));
            }
        }
    }

    #[test]
    fn all_themes_come_in_turn() {
        let mut theme = &THEMES[0];
        let mut names = Vec::new();
        for _ in 0..THEMES.len() {
            names.push(theme.name);
            theme = theme.next(Depth::Full);
        }
        assert_eq!(names, ["colour", "paper", "mono", "contrast"]);
        assert_eq!(theme.name, "colour");
    }

    #[test]
    fn the_players_own_colours_change_those_of_a_theme() {
        let own = Theme::own("# mine\nbase = paper\ntile = #102030\n").unwrap();
        assert_eq!(own.tile.bg, Some(Color::Rgb(0x10, 0x20, 0x30)));
        assert_eq!(own.base, THEMES[1].base);
        assert_eq!(own.next_name(Depth::Full), "colour");
        for (text, fault) in [
            ("tile", "line 1: write name"),
            ("\ntile = red", "line 2: `red` is no colour"),
            ("title = #000000", "there is no colour `title`"),
            ("base = mono", "base is colour or paper"),
        ] {
            let error = Theme::own(text).unwrap_err();
            assert!(error.contains(fault), "{error}");
        }
    }

    #[test]
    fn the_nearest_of_256_colours_is_taken() {
        // Values from the xterm palette: 16 is black, 231 white, 59 is #5f5f5f, 244 is #808080.
        for (value, index) in [(0x00, 16), (0xff, 231), (0x5f, 59), (0x80, 244)] {
            let grey = Color::Rgb(value, value, value);
            assert_eq!(indexed(grey), Color::Indexed(index), "{value:02x}");
        }
    }
}
