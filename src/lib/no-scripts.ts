/** Stands in for `next/script` in the browser (next.config.js): no page has scripts of others. */
export function initScriptLoader(): void {}

export function handleClientScriptLoad(): void {}
