/** Whether the server is another one of this dialect, without our extensions: its rows and settings have no versions. */
let asked: Promise<boolean> | undefined;
let isPlain = false;

/** Determines it from the first response of `settings`, which every page requests. */
export function learnServer(settings: Promise<unknown>): void {
  asked ??= settings.then(
    async (answer) => {
      if (typeof answer !== 'object' || answer === null || 'version' in answer) return false;
      // What waits for this is requested in the server's language.
      await import('./facts').then(
        ({ learnSettings }) => learnSettings(answer),
        () => undefined,
      );
      isPlain = true;
      return true;
    },
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

/** True once the settings have shown it. */
export const isKnownPlain = () => isPlain;

/** For tests, where one process uses several servers. */
export function forgetServer(): void {
  asked = undefined;
  isPlain = false;
}

/** Lists that other servers provide per shop only. */
export const isPerShop = (endpoint: string) => ['staffs', 'vendor/store_keepers'].includes(endpoint);
