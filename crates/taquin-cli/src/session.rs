//! State shared by all searches of this process.

use std::sync::OnceLock;

use taquin::pdb::PdbCache;
use taquin::{Context, Control, Limits};

use crate::folder;

/// The context of this process; its tables are in the user's cache folder, where `pdb build` puts them.
pub(crate) fn context() -> &'static Context {
    static CONTEXT: OnceLock<Context> = OnceLock::new();
    CONTEXT.get_or_init(|| match folder::tables() {
        Some(folder) => Context::new().with(PdbCache::in_folder(folder)),
        None => Context::new(),
    })
}

/// A control in the context of this process.
pub(crate) fn control(limits: Limits) -> Control {
    Control::new(limits).within(context())
}
