import { CircleAlert, CircleCheck } from 'lucide-react';

interface TwoSidesProps {
  /** What the other side has, and what is known here. */
  sides: readonly { label: string; value: string }[];
  isSame: boolean;
  text: string;
}

/** Two figures beside each other, and whether they agree. */
export function ComparedFigures({ sides, isSame, text }: TwoSidesProps) {
  const Icon = isSame ? CircleCheck : CircleAlert;
  return (
    <>
      <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {sides.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-small text-ink-second">{label}</dt>
            <dd className="text-lg font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className={`mt-3 flex items-center gap-2 ${isSame ? 'text-good' : 'text-warn'}`}>
        <Icon className="size-4 shrink-0" />
        {text}
      </p>
    </>
  );
}
