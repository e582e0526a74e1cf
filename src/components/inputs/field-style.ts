/** Classes of text inputs: 36 px high, red ring on error. */
export const fieldClass =
  'w-full rounded-control border border-line bg-surface text-ink transition-colors hover:not-disabled:border-ink-third ' +
  'focus-visible:border-accent focus-visible:outline-offset-0 phone:text-[16px] ' +
  'aria-invalid:border-bad aria-invalid:ring-3 aria-invalid:ring-bad-soft disabled:bg-sunken disabled:text-ink-second';
