//! `cargo xtask sbom`: the software bill of materials, and the check of licences.
//!
//! It reads `cargo metadata`, `Cargo.lock` and `web/package-lock.json`, without a network, and
//! writes CycloneDX 1.6. It holds no date, so that equal sources give equal files.

mod licence;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;

use dagaz_testkit::source;
use serde::Deserialize;
use serde_json::{Value, json};

use licence::Expression;

/// The package whose binary is published.
const PROGRAM: &str = "dagaz";

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Where the list is written; without it only the licences are checked
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A third-party component.
#[derive(Debug)]
struct Component {
    name: String,
    version: String,
    licence: String,
    /// Its address as a package URL.
    purl: String,
    /// The algorithm and the digits.
    hash: Option<(&'static str, String)>,
    /// Whether it only builds or tests the program.
    development: bool,
    /// The package URLs of what it depends on.
    needs: BTreeSet<String>,
}

/// The accepted licences, as in `licences.toml`.
#[derive(Deserialize)]
struct Accepted {
    program: BTreeSet<String>,
    development: BTreeSet<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let root = source::root();
    let read = |file: &str| std::fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"));
    let metadata = metadata(&root)?;
    let mut components = crates(&metadata, &checksums(&read("Cargo.lock")?)?)?;
    components.extend(packages(&read("web/package-lock.json")?)?);
    components.sort_by(|one, other| one.purl.cmp(&other.purl));
    components.dedup_by(|one, other| one.purl == other.purl);
    let accepted: Accepted =
        toml::from_str(&read("xtask/licences.toml")?).map_err(|error| format!("xtask/licences.toml: {error}"))?;
    let refused: Vec<String> = components.iter().filter_map(|component| refusal(component, &accepted)).collect();
    if !refused.is_empty() {
        return Err(refused.join("\n"));
    }
    let development = components.iter().filter(|component| component.development).count();
    println!(
        "{} components of the program and {development} of its development, all with accepted licences",
        components.len() - development
    );
    if let Some(out) = &arguments.out {
        let text = serde_json::to_string_pretty(&document(&components)).map_err(|error| error.to_string())?;
        std::fs::write(out, text + "\n").map_err(|error| format!("{}: {error}", out.display()))?;
    }
    Ok(())
}

/// Returns why the licence of a component is not accepted.
fn refusal(component: &Component, accepted: &Accepted) -> Option<String> {
    let Component { name, version, licence, development, .. } = component;
    let known = |name: &str| accepted.program.contains(name) || (*development && accepted.development.contains(name));
    match Expression::parse(licence) {
        Ok(expression) if expression.holds(&known) => None,
        Ok(_) => Some(format!("{name} {version}: the licence {licence} is not in xtask/licences.toml")),
        Err(fault) => Some(format!("{name} {version}: the licence {licence:?} cannot be read: {fault}")),
    }
}

fn metadata(root: &Path) -> Result<Value, String> {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root).args(["metadata", "--offline", "--locked", "--format-version", "1", "--all-features"]);
    let output = command.output().map_err(|error| format!("cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

/// Returns the check sums of a lock file, by name and version.
fn checksums(lock: &str) -> Result<HashMap<(String, String), String>, String> {
    #[derive(Deserialize)]
    struct Lock {
        package: Vec<Locked>,
    }
    #[derive(Deserialize)]
    struct Locked {
        name: String,
        version: String,
        checksum: Option<String>,
    }
    let lock: Lock = toml::from_str(lock).map_err(|error| format!("Cargo.lock: {error}"))?;
    let sums = lock.package.into_iter().filter_map(|one| Some(((one.name, one.version), one.checksum?)));
    Ok(sums.collect())
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns the crates of other authors.
fn crates(metadata: &Value, sums: &HashMap<(String, String), String>) -> Result<Vec<Component>, String> {
    let packages: BTreeMap<&str, &Value> =
        list(&metadata["packages"]).iter().map(|one| (text(one, "id"), one)).collect();
    let nodes: BTreeMap<&str, &Value> =
        list(&metadata["resolve"]["nodes"]).iter().map(|one| (text(one, "id"), one)).collect();
    let program = packages.iter().find(|(_, package)| text(package, "name") == PROGRAM && package["source"].is_null());
    let mut open = vec![*program.ok_or_else(|| format!("cargo metadata has no package {PROGRAM}"))?.0];
    let mut linked: BTreeSet<&str> = BTreeSet::new();
    while let Some(id) = open.pop() {
        if linked.insert(id) {
            let is_linked = |need: &&Value| list(&need["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            let needs = nodes.get(id).map_or(&[][..], |node| list(&node["deps"]));
            open.extend(needs.iter().filter(is_linked).map(|need| text(need, "pkg")));
        }
    }
    let purl = |package: &Value| format!("pkg:cargo/{}@{}", text(package, "name"), text(package, "version"));
    let foreign = packages.iter().filter(|(_, package)| !package["source"].is_null());
    Ok(foreign
        .map(|(id, package)| {
            let (name, version) = (text(package, "name").to_string(), text(package, "version").to_string());
            let needs = nodes.get(id).map_or(&[][..], |node| list(&node["deps"]));
            Component {
                licence: text(package, "license").to_string(),
                purl: purl(package),
                hash: sums.get(&(name.clone(), version.clone())).map(|sum| ("SHA-256", sum.clone())),
                development: !linked.contains(id),
                needs: needs.iter().filter_map(|need| packages.get(text(need, "pkg")).copied().map(purl)).collect(),
                name,
                version,
            }
        })
        .collect())
}

/// Returns the packages of npm in a lock file.
fn packages(lock: &str) -> Result<Vec<Component>, String> {
    let lock: Value = serde_json::from_str(lock).map_err(|error| format!("web/package-lock.json: {error}"))?;
    let all = lock["packages"].as_object().ok_or("web/package-lock.json lists no packages")?;
    let foreign = all.iter().filter(|(path, _)| !path.is_empty());
    Ok(foreign
        .map(|(path, package)| {
            let name = path.rsplit_once("node_modules/").map_or(path.as_str(), |(_, name)| name).to_string();
            let version = text(package, "version").to_string();
            Component {
                licence: text(package, "license").to_string(),
                purl: format!("pkg:npm/{}@{version}", name.replacen('@', "%40", 1)),
                hash: text(package, "integrity").strip_prefix("sha512-").map(|sum| ("SHA-512", hex_of_base64(sum))),
                development: package["dev"] == true,
                needs: BTreeSet::new(),
                name,
                version,
            }
        })
        .collect())
}

/// Returns bytes in base 64 as hexadecimal digits.
fn hex_of_base64(text: &str) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut count, mut out) = (0u32, 0, String::new());
    for letter in text.bytes() {
        let Some(value) = LETTERS.iter().position(|known| *known == letter) else { continue };
        bits = (bits << 6) | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            out += &format!("{:02x}", (bits >> count) & 0xff);
        }
    }
    out
}

/// Returns the list in the form of CycloneDX.
fn document(components: &[Component]) -> Value {
    let listed = components.iter().map(|one| {
        let mut value = json!({
            "type": "library",
            "bom-ref": one.purl,
            "name": one.name,
            "version": one.version,
            "purl": one.purl,
            "scope": if one.development { "excluded" } else { "required" },
            "licenses": [{ "expression": one.licence.replace('/', " OR ") }],
        });
        if let Some((algorithm, digits)) = &one.hash {
            value["hashes"] = json!([{ "alg": algorithm, "content": digits }]);
        }
        value
    });
    let dependencies = components.iter().map(|one| json!({ "ref": one.purl, "dependsOn": one.needs }));
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": { "component": {
            "type": "application",
            "bom-ref": PROGRAM,
            "name": PROGRAM,
            "version": env!("CARGO_PKG_VERSION"),
        } },
        "components": listed.collect::<Vec<_>>(),
        "dependencies": dependencies.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_64_is_written_as_digits() {
        assert_eq!(hex_of_base64("AAECA/8="), "00010203ff");
        assert_eq!(hex_of_base64(""), "");
    }

    #[test]
    fn development_has_licences_that_the_program_has_not() {
        let accepted = Accepted {
            program: BTreeSet::from(["MIT".to_string()]),
            development: BTreeSet::from(["MPL-2.0".to_string()]),
        };
        let component = |licence: &str, development: bool| Component {
            name: "one".to_string(),
            version: "1.0.0".to_string(),
            licence: licence.to_string(),
            purl: String::new(),
            hash: None,
            development,
            needs: BTreeSet::new(),
        };
        assert_eq!(refusal(&component("MIT OR GPL-3.0", false), &accepted), None);
        assert_eq!(refusal(&component("MPL-2.0", true), &accepted), None);
        let refused = refusal(&component("MPL-2.0", false), &accepted).expect("it is linked");
        assert!(refused.contains("one 1.0.0") && refused.contains("MPL-2.0"), "{refused}");
        assert!(refusal(&component("", true), &accepted).is_some(), "no licence at all");
    }

    #[test]
    fn only_what_the_program_links_is_required() {
        let package = |name: &str, source: Value| json!({ "id": name, "name": name, "version": "1.0.0", "source": source, "license": "MIT" });
        let need = |name: &str, kind: Value| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let metadata = json!({
            "packages": [
                package("dagaz", Value::Null), package("linked", json!("registry")), package("deep", json!("registry")),
                package("tests", json!("registry")), package("builds", json!("registry")),
            ],
            "resolve": { "nodes": [
                { "id": "dagaz", "deps": [need("linked", Value::Null), need("tests", json!("dev"))] },
                { "id": "linked", "deps": [need("deep", Value::Null), need("builds", json!("build"))] },
            ] },
        });
        let sums = HashMap::from([(("deep".to_string(), "1.0.0".to_string()), "ab".to_string())]);
        let found = crates(&metadata, &sums).expect("the program is there");
        let required: Vec<&str> = found.iter().filter(|one| !one.development).map(|one| one.name.as_str()).collect();
        assert_eq!(required, ["deep", "linked"]);
        assert_eq!(found.len(), 4, "the project's own crates are no third-party components");
        let written = document(&found);
        assert_eq!(written["components"][1]["hashes"][0]["content"], "ab");
        assert_eq!(written["dependencies"][2]["dependsOn"], json!(["pkg:cargo/builds@1.0.0", "pkg:cargo/deep@1.0.0"]));
        assert!(crates(&json!({}), &sums).is_err());
    }
}
