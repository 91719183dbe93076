//! Files: what is written is read, and what is damaged is never believed.

use std::fs;
use std::path::{Path, PathBuf};

use taquin_core::{Control, Limits, Size};
use taquin_pdb::{FormatError, Header, Metric, Pattern, PdbCache, Table, TableKind, build};

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("taquin-pdb-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn unlimited() -> Control {
    Control::new(Limits::default())
}

fn pattern(homes: &[usize]) -> Pattern {
    Pattern::new(Size::new(3, 3).unwrap(), 8, homes).unwrap()
}

fn saved(folder: &Path, homes: &[usize]) -> (Table, PathBuf) {
    let table = build(
        &pattern(homes),
        TableKind::Plain,
        1,
        &Control::new(Limits::default()),
        |_| (),
    )
    .unwrap();
    let path = PdbCache::path(folder, table.pattern(), TableKind::Plain);
    table.save(&path, &unlimited()).unwrap();
    (table, path)
}

#[test]
fn what_is_written_is_read() {
    let folder = Folder::new("round-trip");
    let (table, path) = saved(&folder.0, &[0, 1, 3, 4]);
    assert!(path.ends_with("3x3-blank9-1.2.4.5-plain.tqpdb"), "{path:?}");
    let files = PdbCache::files(&folder.0).unwrap();
    assert_eq!(files.as_slice(), std::slice::from_ref(&path));
    assert_eq!(
        fs::read_dir(&folder.0).unwrap().count(),
        1,
        "nothing beside it"
    );
    let read = Table::open(&path).unwrap();
    assert!(read.is_mapped() && !table.is_mapped());
    assert!(read[..] == table[..]);
    assert_eq!(read.pattern(), table.pattern());
    assert_eq!(read.histogram(), table.histogram());
    assert_eq!(read.checksum(), table.checksum());
    read.check(&path, 1, &Control::new(Limits::default()))
        .unwrap();
    let header = Header::read(&path).unwrap();
    assert_eq!(
        (header.kind, header.metric),
        (TableKind::Plain, Metric::OwnSlides)
    );
    assert_eq!(header.checksum, table.checksum());
    // Replacing a file leaves those who have it open alone.
    table.save(&path, &unlimited()).unwrap();
    fs::remove_file(&path).unwrap();
    assert!(read[..] == table[..]);
}

/// The layout is promised to other programs: the bytes of one file, field by field.
#[test]
fn the_layout_is_as_documented() {
    let folder = Folder::new("layout");
    let (table, path) = saved(&folder.0, &[7, 0, 3]);
    let bytes = fs::read(path).unwrap();
    assert_eq!(bytes.len(), 4096 + 9 * 8 * 7);
    assert_eq!(&bytes[..12], b"\x89TQPDB\r\n\x02\0\0\0");
    assert_eq!(bytes[12..19], [3, 3, 8, 0, 0, 8, 3]);
    assert_eq!(bytes[24..28], [0, 3, 7, 0]);
    let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    assert_eq!((number(64), number(72)), (504, 4096));
    assert_eq!((number(80), number(96)), (table.checksum(), 504));
    assert_eq!((number(2048), number(2048 + 8 * 255)), (1, 0));
    assert!(bytes[4096..] == table[..]);
    // Cells 0, 3, 7: digits 0, 3 - 1, 7 - 2 with weights 56, 7, 1.
    assert_eq!(bytes[4096 + 2 * 7 + 5], 0);
}

/// Every single bit of the header, and bits of the entries.
#[test]
fn a_flipped_bit_is_found() {
    let folder = Folder::new("flip");
    let (_, path) = saved(&folder.0, &[0, 1, 3]);
    let good = fs::read(&path).unwrap();
    let bits = (0..good.len() * 8).filter(|bit| *bit < 8 * 100 || bit % 97 == 0);
    for bit in bits {
        let mut bad = good.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &bad).unwrap();
        let kind = Table::open(&path).unwrap_err().kind;
        let expected = match bit / 8 {
            0..8 => matches!(kind, FormatError::Foreign),
            8..12 => matches!(kind, FormatError::Version { .. }),
            12..4096 => matches!(kind, FormatError::HeaderChecksum),
            _ => matches!(kind, FormatError::DataChecksum),
        };
        assert!(expected, "bit {bit}: {kind}");
    }
}

#[test]
fn other_damage_is_found_and_named() {
    let folder = Folder::new("damage");
    let (_, path) = saved(&folder.0, &[0, 1, 3]);
    let good = fs::read(&path).unwrap();
    let said = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let text = Table::open(&path).unwrap_err().to_string();
        let name = format!("{}: ", path.display());
        text.strip_prefix(&name)
            .expect("the file is named")
            .to_owned()
    };
    assert_eq!(said(b""), "this is not a pattern database");
    assert_eq!(
        said(b"PK\x03\x04 something else"),
        "this is not a pattern database"
    );
    let expected = "should have 4600; build it again";
    assert_eq!(
        said(&good[..4599]),
        format!("it has 4599 bytes and {expected}")
    );
    assert_eq!(
        said(&good[..4096]),
        format!("it has 4096 bytes and {expected}")
    );
    assert_eq!(
        said(&[&good[..], &[0]].concat()),
        format!("it has 4601 bytes and {expected}")
    );
    assert_eq!(
        said(&good[..100]),
        "it has 100 bytes and should have 4096; build it again"
    );
    let mut older = good.clone();
    older[8] = 0;
    assert_eq!(
        said(&older),
        "it has version 0 of the format, this program reads 2; build it again"
    );
    fs::remove_file(&path).unwrap();
    assert!(matches!(
        Table::open(&path).unwrap_err().kind,
        FormatError::Io(_)
    ));
}

#[test]
fn a_table_under_another_name_is_refused() {
    let folder = Folder::new("name");
    let (_, path) = saved(&folder.0, &[0, 1, 3]);
    let other = pattern(&[0, 1, 4]);
    fs::rename(&path, PdbCache::path(&folder.0, &other, TableKind::Plain)).unwrap();
    let error = PdbCache::open(&folder.0, &other, TableKind::Plain).unwrap_err();
    assert!(matches!(error.kind, FormatError::Other { .. }), "{error}");
}

#[test]
fn the_cache_takes_good_files_and_builds_instead_of_bad_ones() {
    let folder = Folder::new("cache");
    let (table, path) = saved(&folder.0, &[0, 1, 3]);
    let control = Control::new(Limits::default());
    let get = || {
        let cache = PdbCache::in_folder(&folder.0);
        cache
            .get(table.pattern(), TableKind::Plain, &control)
            .unwrap()
    };
    assert!(get().is_mapped());
    let mut bad = fs::read(&path).unwrap();
    bad[4200] ^= 4;
    fs::write(&path, &bad).unwrap();
    let built = get();
    assert!(!built.is_mapped());
    assert!(built[..] == table[..]);
}

#[test]
fn a_folder_that_is_not_there_has_no_files() {
    let path = std::env::temp_dir().join("taquin-pdb-no-such-folder");
    assert!(PdbCache::files(&path).unwrap().is_empty());
    let table = build(
        &pattern(&[0]),
        TableKind::Plain,
        1,
        &Control::new(Limits::default()),
        |_| (),
    )
    .unwrap();
    assert!(table.save(&path.join("x.tqpdb"), &unlimited()).is_err());
}

/// A checked file is not read to the end again, one that changed since is.
#[test]
fn a_file_is_checked_once_and_again_when_it_has_changed() {
    let folder = Folder::new("once");
    let (table, path) = saved(&folder.0, &[0, 1, 3]);
    let age = |seconds| {
        let then = std::time::SystemTime::now() - std::time::Duration::from_secs(seconds);
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(then).unwrap();
        then
    };
    let open = || PdbCache::open(&folder.0, table.pattern(), table.kind());
    let then = age(60);
    open().unwrap();
    let mut bad = fs::read(&path).unwrap();
    *bad.last_mut().unwrap() ^= 1;
    fs::write(&path, &bad).unwrap();
    assert!(open().is_err(), "the time tells that it has changed");
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_modified(then).unwrap();
    assert!(open().is_ok(), "nothing tells that it has changed");
    assert!(
        Table::open(&path).is_err(),
        "an explicit check is always made"
    );
    PdbCache::remove(&folder.0, table.pattern(), table.kind()).unwrap();
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}

#[test]
fn of_two_processes_that_miss_a_table_one_builds_it() {
    let folder = Folder::new("two");
    // Six tiles on 4x4: large enough for a file, and a while to build.
    let size = Size::new(4, 4).unwrap();
    let pattern = Pattern::new(size, 15, &[0, 1, 2, 3, 4, 5]).unwrap();
    let get = || {
        // A cache of its own knows of the other's table by the folder alone.
        let cache = PdbCache::in_folder(&folder.0);
        let control = Control::new(Limits::default());
        let table = cache.get(&pattern, TableKind::Plain, &control).unwrap();
        assert!(table.len() > 5_000_000);
        table.is_mapped()
    };
    let were_read = std::thread::scope(|scope| {
        let both = [scope.spawn(get), scope.spawn(get)];
        both.map(|thread| thread.join().unwrap())
    });
    assert_eq!(were_read.iter().filter(|&&read| read).count(), 1);
    assert!(get());
}
