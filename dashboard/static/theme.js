// Not a module, so that it runs before the page is drawn: the theme that was chosen last.
"use strict";
{
  let chosen = null;
  try { chosen = localStorage.getItem("skua-theme"); } catch { /* storage may be off */ }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}
