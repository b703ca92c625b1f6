/** The few forms of Markdown in which words are explained: paragraphs, lists, code. */

export type Inline = { kind: "text" | "code" | "strong"; text: string };
export type Block = { kind: "code"; text: string } | { kind: "item" | "paragraph"; parts: Inline[] };

function inline(text: string): Inline[] {
  const found: Inline[] = [];
  for (const part of text.split(/(`[^`]+`|\*\*[^*]+\*\*)/)) {
    if (!part) continue;
    if (part.startsWith("`")) found.push({ kind: "code", text: part.slice(1, -1) });
    else if (part.startsWith("**")) found.push({ kind: "strong", text: part.slice(2, -2) });
    else found.push({ kind: "text", text: part });
  }
  return found;
}

/** Returns the blocks of a text. */
export function blocks(text: string): Block[] {
  const found: Block[] = [];
  let code: string[] | null = null;
  let lines: string[] = [];
  const end = () => {
    if (lines.length > 0) found.push({ kind: "paragraph", parts: inline(lines.join(" ")) });
    lines = [];
  };
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) {
      end();
      if (code) found.push({ kind: "code", text: code.join("\n") });
      code = code ? null : [];
    } else if (code) code.push(line);
    else if (!line.trim() || line.startsWith("---")) end();
    else if (line.startsWith("- ")) {
      end();
      found.push({ kind: "item", parts: inline(line.slice(2)) });
    } else lines.push(line.trim());
  }
  end();
  if (code) found.push({ kind: "code", text: code.join("\n") });
  return found;
}

/** Returns a text as elements. What it says is never read as markup. */
export function rendered(text: string): HTMLElement {
  const whole = document.createElement("div");
  whole.className = "explained";
  for (const block of blocks(text)) {
    const element = document.createElement(block.kind === "code" ? "pre" : "p");
    if (block.kind === "code") element.textContent = block.text;
    else {
      if (block.kind === "item") element.append("• ");
      for (const part of block.parts) {
        if (part.kind === "text") element.append(part.text);
        else element.append(Object.assign(document.createElement(part.kind), { textContent: part.text }));
      }
    }
    whole.append(element);
  }
  return whole;
}
