import recorded from './recording.json';
import type { World } from './world';

const storageKey = 'gostiny-mock-data';
/** Data kept of another recording would lack what this one has. */
const recording = JSON.stringify(recorded).length;
let isForgotten = false;

interface StoredWorld extends Pick<World, 'tables' | 'settings'> {
  recording: number;
  notifications: Record<string, World['people'][string]['notifications']>;
}

/**
 * Puts back what this tab had before a reload: Next reloads the page after some changes of code, and when it first builds a
 * screen.
 */
export function restoreWorld(world: World): void {
  const kept = readKept();
  if (kept?.recording !== recording) return;
  Object.assign(world.tables, kept.tables);
  Object.assign(world.settings, kept.settings);
  for (const [email, person] of Object.entries(world.people))
    person.notifications = kept.notifications[email] ?? person.notifications;
}

/** Before the page goes. */
export function keepWorld({ tables, settings, people }: World): void {
  if (isForgotten) return;
  const notifications = Object.fromEntries(
    Object.entries(people).map(([email, person]) => [email, person.notifications]),
  );
  try {
    sessionStorage.setItem(
      storageKey,
      JSON.stringify({ recording, tables, settings, notifications } satisfies StoredWorld),
    );
  } catch {
    // More than the browser keeps: the next page starts anew.
    sessionStorage.removeItem(storageKey);
  }
}

/** The next page starts with the recorded data. */
export function forgetWorld(): void {
  isForgotten = true;
  sessionStorage.removeItem(storageKey);
}

function readKept(): StoredWorld | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '') as StoredWorld;
  } catch {
    return undefined;
  }
}
