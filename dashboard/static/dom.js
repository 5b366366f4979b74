// The little that the page needs of a framework: rows that are kept from frame to frame.

export const $ = (id) => document.getElementById(id);

// set writes text only if it is another: what is selected stays so, and a reader is not disturbed.
export function set(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// rows makes the table's body have n rows of these kinds of cells, and returns the cells of each.
export function rows(table, n, kinds) {
  const body = table.tBodies[0];
  while (body.rows.length > n) body.deleteRow(-1);
  while (body.rows.length < n) {
    const row = body.insertRow();
    for (const kind of kinds) row.insertCell().className = kind;
  }
  return [...body.rows].map((row) => [...row.cells]);
}

// track draws parts of a whole into a node: {kind, share}. Kinds are classes with a pattern.
export function track(node, parts, label) {
  let bar = node.firstElementChild;
  if (!bar) {
    bar = node.appendChild(document.createElement("div"));
    bar.className = "track";
    bar.setAttribute("role", "img");
  }
  while (bar.childElementCount > parts.length) bar.lastElementChild.remove();
  while (bar.childElementCount < parts.length) bar.append(document.createElement("i"));
  parts.forEach(({ kind, share }, k) => {
    const part = bar.children[k];
    part.className = kind;
    part.style.width = `${(100 * Math.min(1, Math.max(0, share))).toFixed(1)}%`;
  });
  if (bar.getAttribute("aria-label") !== label) bar.setAttribute("aria-label", label);
}
