/** Whether the server is one of this dialect that knows nothing of ours: its rows and settings have no versions. */
let asked: Promise<boolean> | undefined;

/** Learns it from the first answer of `settings`, which every page asks for. */
export function learnServer(settings: Promise<unknown>): void {
  asked ??= settings.then(
    (answer) => typeof answer === 'object' && answer !== null && !('version' in answer),
    () => {
      asked = undefined;
      return false;
    },
  );
}

/** Waits for the settings where they were asked for: no page is shown without them. */
export function isPlainServer(): Promise<boolean> {
  return asked ?? Promise.resolve(false);
}

/** For tests, where one process speaks with several servers. */
export function forgetServer(): void {
  asked = undefined;
}
