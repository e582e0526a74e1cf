/** Opens the dialog with these ways; `done` says whether the person has confirmed. */
type Ask = (needs: readonly string[], done: (isConfirmed: boolean) => void) => void;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** The dialog host subscribes: the HTTP client lies below it. Returns the unsubscribe function. */
export function onConfirmation(open: Ask): () => void {
  ask = open;
  return () => {
    ask = undefined;
  };
}

/** One dialog for all requests that wait. False when the person closes it. */
export function confirmAgain(needs: readonly string[]): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    if (ask) ask(needs, resolve);
    else resolve(false);
  }).finally(() => {
    asking = undefined;
  });
  return asking;
}
