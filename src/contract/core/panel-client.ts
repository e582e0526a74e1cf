/**
 * The media type that our own panel accepts besides JSON. Its requests are checked strictly; those of any other client
 * of the dialect leniently. No header of its own: another server may not let a browser send it.
 */
export const panelMediaType = 'application/vnd.gostiny+json';

/** `Accept` of our own panel; `public/early.js` repeats it. */
export const panelAccept = `application/json, ${panelMediaType}`;
