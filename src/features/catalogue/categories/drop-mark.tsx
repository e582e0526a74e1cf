/** Where a category would land, over the table: a line between rows, or a frame around the one that takes it in. */
export interface Mark {
  kind: 'before' | 'after' | 'into';
  /** Of the row, in the window. */
  box: { left: number; top: number; width: number; height: number };
}

export function DropMark({ kind, box: { left, top, width, height } }: Mark) {
  const edge = kind === 'before' ? top : top + height;
  const style = kind === 'into' ? { left, top, width, height } : { left, top: edge - 1.5, width, height: 3 };
  return (
    <div
      aria-hidden="true"
      style={style}
      className={`pointer-events-none fixed z-40 rounded-control ${
        kind === 'into' ? 'border-2 border-accent bg-accent/10' : 'bg-accent'
      }`}
    />
  );
}
