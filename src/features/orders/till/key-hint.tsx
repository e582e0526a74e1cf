/** Keyboard shortcut of a button; hidden on touch screens. */
export function KeyHint({ name, className = 'text-ink-second' }: { name: string; className?: string }) {
  return (
    <kbd
      className={`shrink-0 [font-family:inherit] text-small font-medium pointer-coarse:hidden ${className}`}
    >
      {name}
    </kbd>
  );
}
