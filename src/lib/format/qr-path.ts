/** Outline of the dark modules, one unit each, for the `d` of an SVG path. */
export function qrPath(modules: readonly boolean[][]): string {
  return modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}
