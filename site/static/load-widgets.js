// Draws the saved widgets of a page, with this site's own files only.
//
// RequireJS makes `define` global, and an ordinary script that ran after it would register itself
// there by mistake ("Mismatched anonymous define").  So it comes when all other scripts have run.
(() => {
  "use strict";
  window.ptronlibPermalinks = true; // here the address is the interactives' own
  const folder = new URL("widgets/", document.currentScript.src).href;

  function load(name, attributes = {}) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      for (const [key, value] of Object.entries(attributes)) script.setAttribute(key, value);
      script.src = folder + name;
      script.onload = resolve;
      script.onerror = () => reject(new Error(`The widgets of this page need ${script.src}`));
      document.head.append(script);
    });
  }

  window.addEventListener("load", async () => {
    await load("require.js");
    window.require.config({ baseUrl: folder, waitSeconds: 60 });
    // Without this attribute a module that is not found here is looked for on a public server.
    await load("embed-amd.js", { "data-jupyter-widgets-cdn": folder });
  });
})();
