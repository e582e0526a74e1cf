/** A line of a sum: what for, and how much. */
export function SumRow({ label, sum }: { label: string; sum: string }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-ink-second">{label}</dt>
      <dd className="font-semibold whitespace-nowrap">{sum}</dd>
    </div>
  );
}
