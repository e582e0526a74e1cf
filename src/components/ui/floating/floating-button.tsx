import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react';

type Floating = typeof import('./panels');

let floating: Floating | undefined;

/** Loads the menus and popovers of Headless UI, which weigh a sixth of a list's script: its first rows do not wait. */
export async function loadFloating(): Promise<Floating> {
  floating = await import('./panels');
  return floating;
}

/** Before it is pressed. */
export function prefetchFloating(): void {
  // A press loads again.
  loadFloating().catch(() => undefined);
}

interface FloatingButtonProps {
  button: ComponentProps<'button'>;
  /** Opened by the arrows too. */
  isMenu?: boolean;
  /** Renders the button with its panel open. `isByKey`: opened from the keyboard. */
  children: (floating: Floating, isByKey: boolean) => ReactNode;
}

/** A plain button until its first press, which the loaded part then takes over. */
export function FloatingButton({ button, isMenu = false, children }: FloatingButtonProps) {
  const [press, setPress] = useState<{ floating: Floating; isByKey: boolean }>();
  const [isLoading, setLoading] = useState(false);
  if (press) return children(press.floating, press.isByKey);

  const open = (isByKey: boolean) => {
    if (floating) return setPress({ floating, isByKey });
    setLoading(true);
    loadFloating()
      .then((loaded) => setPress({ floating: loaded, isByKey }))
      // Without a network the next press tries again.
      .catch(() => setLoading(false));
  };
  const handleKey = (event: KeyboardEvent) => {
    if (!isMenu || !['ArrowDown', 'ArrowUp'].includes(event.key)) return;
    event.preventDefault();
    open(true);
  };

  return (
    <button
      {...button}
      type="button"
      aria-haspopup={isMenu ? 'menu' : undefined}
      aria-expanded={false}
      aria-busy={isLoading || undefined}
      onPointerEnter={prefetchFloating}
      onFocus={prefetchFloating}
      // Enter and Space are clicks without a pointer.
      onClick={(event) => open(event.detail === 0)}
      onKeyDown={handleKey}
    />
  );
}
