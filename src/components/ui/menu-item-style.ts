/** Classes of a line in a popover: a choice or a link. */
export const menuItemClass =
  'flex min-h-8.5 w-full items-center gap-2.5 rounded-control px-2.5 py-1.5 text-start text-body text-ink ' +
  'hover:bg-line-faint aria-pressed:font-medium aria-pressed:text-accent-ink pointer-coarse:min-h-10';
