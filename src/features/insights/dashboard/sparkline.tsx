interface SparklineProps {
  /** At least two, oldest first; time runs left to right in every language. */
  values: readonly number[];
}

const width = 76;
const height = 32;

/** A small curve beside a figure. Decorative: the figure and the chart below say it in words. */
export function Sparkline({ values }: SparklineProps) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = (index: number) => 3 + (index / (values.length - 1)) * (width - 6);
  // A level line lies at the bottom when all are zero, else in the middle.
  const y = (value: number) => {
    if (most === least) return most === 0 ? height - 3 : height / 2;
    return height - 3 - ((value - least) / (most - least)) * (height - 6);
  };
  const line = values.map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${y(value)}`).join('');
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="h-8 w-19 max-w-full" fill="none">
      <path
        className="fill-accent opacity-10"
        d={`${line}L${x(values.length - 1)} ${height}L${x(0)} ${height}Z`}
      />
      <path className="stroke-accent" strokeWidth="1.5" strokeLinejoin="round" d={line} />
      <circle className="fill-accent" cx={x(values.length - 1)} cy={y(values.at(-1) ?? 0)} r="2.5" />
    </svg>
  );
}
