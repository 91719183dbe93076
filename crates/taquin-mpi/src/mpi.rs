//! MPI as this program sees it: ranks, messages of bytes, and ranks that are lost.
#![cfg_attr(
    mpi,
    expect(unsafe_code, reason = "MPI is a C library; `shim.c` has the calls")
)]
#![allow(
    clippy::unused_self,
    reason = "MPI keeps its state to itself; an `Mpi` exists only after MPI was started"
)]

/// A message and its sender.
pub(crate) struct Message {
    pub(crate) from: usize,
    pub(crate) tag: i32,
    pub(crate) text: String,
}

/// This process among the others. Used by one thread only.
pub(crate) struct Mpi {
    pub(crate) rank: usize,
    pub(crate) size: usize,
    /// Whether the loss of a rank can be noticed.
    pub(crate) has_ulfm: bool,
}

#[cfg(mpi)]
mod calls {
    use std::ffi::{c_char, c_int};
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use super::{Message, Mpi};

    unsafe extern "C" {
        fn shim_init(rank: *mut c_int, size: *mut c_int, ulfm: *mut c_int) -> c_int;
        fn shim_host(name: *mut c_char, room: c_int, length: *mut c_int) -> c_int;
        fn shim_end_with_parent() -> c_int;
        fn shim_send(to: c_int, tag: c_int, bytes: *const c_char, count: c_int) -> c_int;
        fn shim_is_sending() -> c_int;
        fn shim_probe(
            arrived: *mut c_int,
            from: *mut c_int,
            tag: *mut c_int,
            count: *mut c_int,
        ) -> c_int;
        fn shim_receive(from: c_int, tag: c_int, bytes: *mut c_char, count: c_int) -> c_int;
        fn shim_failed(ranks: *mut c_int, room: c_int, count: *mut c_int) -> c_int;
        fn shim_finalize() -> c_int;
    }

    impl Mpi {
        /// Joins the other processes.
        pub(crate) fn start() -> Result<Self, String> {
            let (mut rank, mut size, mut ulfm) = (0, 0, 0);
            // SAFETY: the pointers are to three integers, and this is called once, first.
            let failed = unsafe { shim_init(&raw mut rank, &raw mut size, &raw mut ulfm) };
            if failed != 0 {
                return Err(format!("MPI does not start (step {failed})"));
            }
            Ok(Self {
                rank: rank as usize,
                size: size as usize,
                has_ulfm: ulfm != 0,
            })
        }

        /// The name of this machine.
        pub(crate) fn host(&self) -> String {
            let mut name = [0_u8; 256];
            let mut length = 0;
            // SAFETY: there is room for this many bytes.
            let failed = unsafe {
                shim_host(
                    name.as_mut_ptr().cast(),
                    name.len() as c_int,
                    &raw mut length,
                )
            };
            let length = if failed == 0 { length as usize } else { 0 };
            String::from_utf8_lossy(&name[..length]).into_owned()
        }

        /// Sends without waiting. A receiver that is lost is noticed elsewhere.
        pub(crate) fn send(&self, to: usize, tag: i32, text: &str) {
            let count = c_int::try_from(text.len()).unwrap_or(c_int::MAX);
            // SAFETY: the text has that many bytes, which are copied before the call returns.
            let _ = unsafe { shim_send(to as c_int, tag, text.as_ptr().cast(), count) };
        }

        /// Whether messages are under way.
        pub(crate) fn is_sending(&self) -> bool {
            // SAFETY: it has no arguments.
            unsafe { shim_is_sending() != 0 }
        }

        /// The next message, if one has arrived.
        pub(crate) fn receive(&self) -> Option<Message> {
            let (mut arrived, mut from, mut tag, mut count) = (0, 0, 0, 0);
            // SAFETY: the pointers are to four integers.
            let failed = unsafe {
                shim_probe(
                    &raw mut arrived,
                    &raw mut from,
                    &raw mut tag,
                    &raw mut count,
                )
            };
            if failed != 0 || arrived == 0 {
                return None;
            }
            let mut bytes = vec![0_u8; usize::try_from(count).ok()?];
            // SAFETY: there is room for `count` bytes.
            let failed = unsafe { shim_receive(from, tag, bytes.as_mut_ptr().cast(), count) };
            (failed == 0).then(|| Message {
                from: from as usize,
                tag,
                text: String::from_utf8_lossy(&bytes).into_owned(),
            })
        }

        /// The ranks that are lost.
        pub(crate) fn failed(&self) -> Vec<usize> {
            let mut ranks = vec![0; self.size];
            let mut count = 0;
            // SAFETY: there is room for as many ranks as there are.
            let failed =
                unsafe { shim_failed(ranks.as_mut_ptr(), self.size as c_int, &raw mut count) };
            if failed != 0 {
                return Vec::new();
            }
            ranks.truncate(count as usize);
            ranks.into_iter().map(|rank| rank as usize).collect()
        }

        /// Leaves the other processes.
        pub(crate) fn finish(self) {
            // SAFETY: no call follows, for the value is gone.
            let _ = unsafe { shim_finalize() };
        }
    }

    /// Lets a program end when this process does, even if that is killed.
    pub(crate) fn end_with_us(command: &mut Command) {
        // SAFETY: the child makes one system call and touches no memory of ours.
        unsafe {
            command.pre_exec(|| match shim_end_with_parent() {
                0 => Ok(()),
                _ => Err(std::io::Error::last_os_error()),
            });
        }
    }

    /// Sets a variable of the environment.
    ///
    /// Only for the beginning of `main`, while there is one thread.
    pub(crate) fn set_variable(name: &str, value: &str) {
        // SAFETY: called before any thread is started.
        unsafe { std::env::set_var(name, value) };
    }
}

#[cfg(not(mpi))]
mod calls {
    use std::process::Command;

    use super::{Message, Mpi};

    impl Mpi {
        pub(crate) fn start() -> Result<Self, String> {
            Err("this program was built without MPI; install Open MPI 5, set MPICC to its mpicc if that is not in the path, and build again".to_owned())
        }

        pub(crate) fn host(&self) -> String {
            String::new()
        }

        pub(crate) fn send(&self, _to: usize, _tag: i32, _text: &str) {}

        pub(crate) fn is_sending(&self) -> bool {
            false
        }

        pub(crate) fn receive(&self) -> Option<Message> {
            None
        }

        pub(crate) fn failed(&self) -> Vec<usize> {
            Vec::new()
        }

        pub(crate) fn finish(self) {}
    }

    pub(crate) fn end_with_us(_command: &mut Command) {}

    pub(crate) fn set_variable(_name: &str, _value: &str) {}
}

pub(crate) use calls::{end_with_us, set_variable};
