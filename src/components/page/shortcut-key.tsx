/** Label of a shortcut: it follows the physical key, so the printed Latin letter is shown. */
export function ShortcutKey({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className="text-small opacity-70 phone:hidden pointer-coarse:hidden">
      {name}
    </span>
  );
}
