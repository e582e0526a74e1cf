/** Whether the server is another one of this dialect, without our extensions: its rows and settings have no versions. */
let asked: Promise<boolean> | undefined;

/** Determines it from the first response of `settings`, which every page requests. */
export function learnServer(settings: Promise<unknown>): void {
  asked ??= settings.then(
    (answer) => typeof answer === 'object' && answer !== null && !('version' in answer),
    () => {
      asked = undefined;
      return false;
    },
  );
}

/** Waits for the settings if they were requested: no page is shown without them. */
export function isPlainServer(): Promise<boolean> {
  return asked ?? Promise.resolve(false);
}

/** For tests, where one process uses several servers. */
export function forgetServer(): void {
  asked = undefined;
}
