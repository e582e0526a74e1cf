interface RowTickProps {
  label: string;
  isOn: boolean;
  /** Some of the rows are ticked. */
  isMixed?: boolean;
  onChange: (isOn: boolean) => void;
}

/** Tick and dash are drawn by borders: an image would be one more request. */
const boxClass =
  'grid size-4 appearance-none place-items-center rounded-[5px] border border-ink-third/60 bg-surface after:hidden after:border-accent-on ' +
  "after:content-[''] checked:border-accent checked:bg-accent checked:after:-mt-0.5 checked:after:block checked:after:h-2 checked:after:w-1 " +
  'checked:after:rotate-45 checked:after:border-e-2 checked:after:border-b-2 indeterminate:border-accent indeterminate:bg-accent ' +
  'indeterminate:after:block indeterminate:after:w-2 indeterminate:after:border-b-2';

/** A checkbox with a touch-sized hit area; its label is for screen readers. */
export function RowTick({ label, isOn, isMixed = false, onChange }: RowTickProps) {
  return (
    <label className="-m-2.5 grid size-9 place-items-center pointer-coarse:-m-3.5 pointer-coarse:size-11">
      <input
        ref={(input) => {
          if (input) input.indeterminate = isMixed;
        }}
        type="checkbox"
        aria-label={label}
        className={boxClass}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
