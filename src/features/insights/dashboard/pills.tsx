interface PillsProps<Value extends string> {
  /** What is chosen, for screen readers. */
  legend: string;
  values: readonly Value[];
  value: Value | undefined;
  word: (value: Value) => string;
  onChoose: (value: Value) => void;
  className?: string;
}

/** A choice of what a card shows. */
export function Pills<Value extends string>(props: PillsProps<Value>) {
  const { legend, values, value, word, onChoose, className = 'h-7' } = props;
  return (
    <fieldset className="flex gap-0.5 rounded-control bg-line-faint p-0.5">
      <legend className="sr-only">{legend}</legend>
      {values.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === value}
          className={`${className} rounded-[7px] px-2.5 text-small font-medium text-ink-second hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-tile pointer-coarse:h-10`}
          onClick={() => onChoose(one)}
        >
          {word(one)}
        </button>
      ))}
    </fieldset>
  );
}
