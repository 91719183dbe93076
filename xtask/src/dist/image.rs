//! The container image: program, shared libraries and a cache folder, without a base image.
//!
//! An image in the OCI layout is a compressed tar file and three JSON files that name each other by their
//! hash, so tar and sha256sum are enough to write one. Users and settings come from
//! `deploy/Containerfile`, for which podman and buildah build the same image.

use std::fs;
use std::path::Path;

use super::files::{copy, fresh, make_folder, pack, read, unpack, write};
use crate::cargo::{command, output, root, succeed, target};

/// Writes the image as an archive that `podman load`, `docker load` and `skopeo` read.
pub(super) fn build(
    program: &Path,
    archive: &Path,
    version: &str,
    architecture: &str,
) -> Result<(), String> {
    let work = target().join("dist/image");
    fresh(&work)?;
    let tree = work.join("rootfs");
    let script = root().join("deploy/rootfs.sh");
    succeed(command("sh").arg(script).arg(program).arg(&tree))?;
    let layer = work.join("layer.tar");
    pack(&tree, &layer, ".")?;
    let contents = hash(&layer)?;
    succeed(command("gzip").args(["--best", "--no-name"]).arg(&layer))?;

    let layout = work.join("layout");
    let layer = blob(&layout, &work.join("layer.tar.gz"))?;
    let file = read(&root().join("deploy/Containerfile"))?;
    let settings = Settings::parse(&file);
    let config = work.join("config.json");
    write(&config, &settings.config(architecture, &contents))?;
    let config = blob(&layout, &config)?;
    let manifest = work.join("manifest.json");
    write(&manifest, &manifest_of(&config, &layer))?;
    let manifest = blob(&layout, &manifest)?;
    write(&layout.join("index.json"), &index(&manifest, version))?;
    write(
        &layout.join("oci-layout"),
        "{\"imageLayoutVersion\":\"1.0.0\"}",
    )?;
    pack(&layout, archive, ".")
}

/// Runs the program inside the image's files, which shows that no library is missing.
pub(super) fn attempt(archive: &Path) -> Result<(), String> {
    let work = target().join("dist/try-image");
    unpack(archive, &work)?;
    let all = super::files::files(&work.join("blobs/sha256"))?;
    let layer = all
        .iter()
        .max_by_key(|file| fs::metadata(file).map_or(0, |about| about.len()))
        .ok_or("the image has no layer")?;
    let tree = work.join("rootfs");
    make_folder(&tree)?;
    let mut tar = command("tar");
    succeed(tar.arg("-xzf").arg(layer).arg("-C").arg(&tree))?;
    let mut run = command("unshare");
    run.args(["--map-root-user", "chroot"]).arg(&tree);
    output(run.args(["/taquin", "--version"])).map(drop)
}

/// A file of the image, named by its hash.
struct Blob {
    digest: String,
    bytes: u64,
}

fn blob(layout: &Path, file: &Path) -> Result<Blob, String> {
    let digest = hash(file)?;
    copy(file, &layout.join("blobs/sha256").join(&digest))?;
    let about = fs::metadata(file).map_err(|error| error.to_string())?;
    Ok(Blob {
        digest,
        bytes: about.len(),
    })
}

fn hash(file: &Path) -> Result<String, String> {
    let line = output(command("sha256sum").arg(file))?;
    let digest = line.split_whitespace().next();
    Ok(digest.ok_or("sha256sum printed nothing")?.to_owned())
}

/// The instructions of a Containerfile that end up in the image's configuration.
#[derive(Default)]
struct Settings<'a> {
    environment: Vec<&'a str>,
    volumes: Vec<&'a str>,
    user: &'a str,
    port: &'a str,
    stop: &'a str,
    /// A JSON array, as in the file.
    entry: &'a str,
}

impl<'a> Settings<'a> {
    fn parse(file: &'a str) -> Self {
        let mut settings = Self::default();
        for (instruction, value) in file.lines().filter_map(|line| line.split_once(' ')) {
            match instruction {
                "ENV" => settings.environment.push(value),
                "VOLUME" => settings.volumes.push(value),
                "USER" => settings.user = value,
                "EXPOSE" => settings.port = value,
                "STOPSIGNAL" => settings.stop = value,
                "ENTRYPOINT" => settings.entry = value,
                _ => {}
            }
        }
        settings
    }

    fn config(&self, architecture: &str, contents: &str) -> String {
        let volumes: Vec<String> = self
            .volumes
            .iter()
            .map(|v| format!("\"{v}\":{{}}"))
            .collect();
        let environment: Vec<String> = self.environment.iter().map(|v| format!("{v:?}")).collect();
        format!(
            "{{\"architecture\":\"{architecture}\",\"os\":\"linux\",\"config\":{{\
             \"User\":\"{}\",\"Env\":[{}],\"ExposedPorts\":{{\"{}/tcp\":{{}}}},\"Volumes\":{{{}}},\
             \"StopSignal\":\"{}\",\"Entrypoint\":{}}},\
             \"rootfs\":{{\"type\":\"layers\",\"diff_ids\":[\"sha256:{contents}\"]}}}}",
            self.user,
            environment.join(","),
            self.port,
            volumes.join(","),
            self.stop,
            self.entry,
        )
    }
}

const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";

fn manifest_of(config: &Blob, layer: &Blob) -> String {
    let config = descriptor("application/vnd.oci.image.config.v1+json", config);
    let layer = descriptor("application/vnd.oci.image.layer.v1.tar+gzip", layer);
    format!(
        "{{\"schemaVersion\":2,\"mediaType\":\"{MANIFEST}\",\"config\":{{{config}}},\"layers\":[{{{layer}}}]}}"
    )
}

/// The index names the image twice: for podman, skopeo and umoci, and for Docker.
fn index(manifest: &Blob, version: &str) -> String {
    let manifest = descriptor(MANIFEST, manifest);
    format!(
        "{{\"schemaVersion\":2,\"manifests\":[{{{manifest},\"annotations\":{{\
         \"org.opencontainers.image.ref.name\":\"taquin:{version}\",\
         \"io.containerd.image.name\":\"docker.io/library/taquin:{version}\"}}}}]}}"
    )
}

fn descriptor(kind: &str, blob: &Blob) -> String {
    let Blob { digest, bytes } = blob;
    format!("\"mediaType\":\"{kind}\",\"digest\":\"sha256:{digest}\",\"size\":{bytes}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configuration_follows_the_container_file() {
        let file = "# a comment\nFROM scratch\nENV A=b\nVOLUME /cache\nUSER 1:2\nEXPOSE 80\n\
                    STOPSIGNAL SIGTERM\nENTRYPOINT [\"/x\", \"serve\"]\n";
        assert_eq!(
            Settings::parse(file).config("amd64", "feed"),
            "{\"architecture\":\"amd64\",\"os\":\"linux\",\"config\":{\"User\":\"1:2\",\
             \"Env\":[\"A=b\"],\"ExposedPorts\":{\"80/tcp\":{}},\"Volumes\":{\"/cache\":{}},\
             \"StopSignal\":\"SIGTERM\",\"Entrypoint\":[\"/x\", \"serve\"]},\
             \"rootfs\":{\"type\":\"layers\",\"diff_ids\":[\"sha256:feed\"]}}"
        );
    }
}
