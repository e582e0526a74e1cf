/** Runs before the panel's first script in `npm run dev`; not part of any other build (next.config.js). */
import { setupWorker } from 'msw/browser';
import { disturbing } from './faults';
import { mockHandlers } from './handlers';
import { keepWorld, restoreWorld } from './kept-world';
import { makeWorld } from './world';

// Without service workers msw responds in the page itself: no worker file is needed, and it is ready for the first
// request.
Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');

const world = makeWorld();
restoreWorld(world);
addEventListener('pagehide', () => keepWorld(world));
const worker = setupWorker(disturbing(), ...mockHandlers(world));
void worker.start({ quiet: true, onUnhandledFrame: 'bypass' });

// The panel's own React is not loaded yet.
setTimeout(() => void import('./developer-panel').then(({ showPanel }) => showPanel()));
