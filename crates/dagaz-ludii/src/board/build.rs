//! From a graph to the tables of a board.

use std::collections::BTreeMap;

use super::corners;
use super::graph::Graph;
use super::measure;
use super::relations::{self, Incidence, Relation, Step, Steps};
use super::{Board, Direction, Elements, SiteType};

/// Returns the board of a graph.
///
/// `stores` tells that the board has rows of holes and stores.
pub(super) fn board(graph: &Graph, default_type: SiteType, stores: bool) -> Board {
    let touching = Incidence::of(graph);
    let [cells, vertices, edges] = relations::steps(graph, &touching);
    let all = [(SiteType::Cell, &cells), (SiteType::Vertex, &vertices), (SiteType::Edge, &edges)];
    let mut tables = all.map(|(site_type, steps)| elements(graph, &touching, steps, site_type, stores));
    outline(graph, &touching, &mut tables);
    for (table, (_, steps)) in tables.iter_mut().zip(all) {
        measure::centre(table, &steps.places);
    }
    let mut directions: Vec<Direction> = tables.iter().flat_map(|table| table.adjacent_directions.clone()).collect();
    directions.sort_unstable();
    directions.dedup();
    let [cells, vertices, edges] = tables;
    Board { default_type, cells, vertices, edges, directions }
}

fn elements(graph: &Graph, touching: &Incidence, steps: &Steps, site_type: SiteType, stores: bool) -> Elements {
    let neighbours = |passes: fn(Relation) -> bool| -> Vec<Vec<u32>> {
        let of =
            |steps: &Vec<Step>| steps.iter().filter(|step| passes(step.relation)).map(|step| step.to as u32).collect();
        steps.steps.iter().map(of).collect()
    };
    let directions = |passes: fn(Relation) -> bool| -> Vec<Direction> {
        let all = steps.steps.iter().flatten().filter(|step| passes(step.relation));
        let mut all: Vec<Direction> = all.flat_map(Step::directions).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let radials = |passes: fn(Relation) -> bool| -> Vec<Vec<super::Radial>> {
        let of = |from: usize| {
            let mut found: Vec<super::Radial> = Vec::new();
            for step in steps.steps[from].iter().filter(|step| passes(step.relation)) {
                let along = step.directions().map(|direction| relations::radial(steps, from, *step, direction));
                for mut radial in along.collect::<Vec<_>>() {
                    // A radial of a relation has steps of that relation alone.
                    let passes_on = |from: u32, to: u32| {
                        steps.steps[from as usize].iter().any(|step| step.to as u32 == to && passes(step.relation))
                    };
                    let end = (1..radial.len()).find(|at| !passes_on(radial[*at - 1], radial[*at]));
                    radial.truncate(end.unwrap_or(radial.len()));
                    if !found.contains(&radial) {
                        found.push(radial);
                    }
                }
            }
            found
        };
        (0..steps.steps.len()).map(of).collect()
    };
    let orthogonal = |relation: Relation| relation == Relation::Orthogonal;
    let mut elements = Elements {
        sites: measure::sites(graph, touching, steps, site_type),
        orthogonal: neighbours(orthogonal),
        diagonal: neighbours(Relation::is_diagonal),
        adjacent: neighbours(Relation::is_adjacent),
        off: neighbours(|relation| relation == Relation::Off),
        radials: (0..steps.steps.len()).map(|site| relations::radials(steps, site)).collect(),
        adjacent_radials: radials(Relation::is_adjacent),
        orthogonal_radials: radials(orthogonal),
        diagonal_radials: radials(Relation::is_diagonal),
        orthogonal_directions: directions(orthogonal),
        diagonal_directions: directions(Relation::is_diagonal),
        adjacent_directions: directions(Relation::is_adjacent),
        ..Elements::default()
    };
    measure::coordinates(&mut elements, steps, site_type, stores);
    measure::phases(&mut elements, &touching.reached_in_order(graph, site_type));
    measure::borders(&mut elements, &steps.places);
    if site_type == SiteType::Cell {
        measure::major(&mut elements, graph);
    }
    elements
}

/// Fills in what depends on the outline: outer sites, corners, sides.
fn outline(graph: &Graph, touching: &Incidence, tables: &mut [Elements; 3]) {
    let outlines = measure::outlines(graph);
    let mut on_vertex = vec![false; graph.vertices.len()];
    outlines.iter().flatten().for_each(|vertex| on_vertex[*vertex] = true);
    let numbers = graph.edge_numbers();
    let mut on_edge = vec![false; graph.edges.len()];
    for outline in &outlines {
        for (&a, &b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
            if let Some(&edge) = numbers.get(&(a.min(b), a.max(b))) {
                on_edge[edge] = true;
            }
        }
    }
    let on_cell: Vec<bool> =
        graph.faces.iter().map(|face| face.vertices.iter().any(|vertex| on_vertex[*vertex])).collect();
    let [cells, vertices, edges] = tables;
    measure::outer(cells, &on_cell);
    measure::outer(vertices, &on_vertex);
    measure::outer(edges, &on_edge);

    let mut corner_vertices = [Vec::new(), Vec::new()];
    let mut sides: BTreeMap<Direction, Vec<usize>> = BTreeMap::new();
    for outline in &outlines {
        let found = corners::corners(graph, outline);
        for (run_direction, run) in measure::runs(graph, outline, &[&found.convex[..], &found.concave[..]].concat()) {
            sides.entry(run_direction).or_default().extend(run);
        }
        corner_vertices[0].extend(found.convex.iter().map(|at| outline[*at]));
        corner_vertices[1].extend(found.concave.iter().map(|at| outline[*at]));
    }
    let [convex, concave] = corner_vertices;
    let outer_edges = on_edge.iter().enumerate().filter(|(_, on)| **on).map(|(edge, _)| edge).collect();
    cells.corners_convex = sorted(corners::cells(&convex, true, &outer_edges, graph, touching).into_iter());
    cells.corners_concave = sorted(corners::cells(&concave, false, &outer_edges, graph, touching).into_iter());
    vertices.corners_convex = sorted(convex.iter().copied());
    vertices.corners_concave = sorted(concave.iter().copied());
    edges.corners_convex = sorted(corners::edges(&convex, &outer_edges, graph, touching).into_iter());
    edges.corners_concave = sorted(corners::edges(&concave, &outer_edges, graph, touching).into_iter());
    for table in [&mut *cells, &mut *vertices, &mut *edges] {
        let all = table.corners_convex.iter().chain(&table.corners_concave);
        table.corners = sorted(all.map(|site| *site as usize));
    }
    for (direction, run) in sides {
        let on_run = |vertex: &usize| run.contains(vertex);
        let touched = run.iter().flat_map(|vertex| &touching.vertex_faces[*vertex]).copied();
        let ended = graph.edges.iter().enumerate().filter(|(_, edge)| on_run(&edge.a) || on_run(&edge.b));
        let parts = [
            (&mut *cells, sorted(touched)),
            (&mut *vertices, sorted(run.iter().copied())),
            (&mut *edges, sorted(ended.map(|(number, _)| number))),
        ];
        for (table, sites) in parts {
            if !sites.is_empty() {
                table.sides.push((direction, sites));
            }
        }
    }
}

fn sorted(numbers: impl Iterator<Item = usize>) -> Vec<u32> {
    let mut numbers: Vec<u32> = numbers.map(|number| number as u32).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
