import { qrModules } from '@/lib/format/qr-code';
import { qrPath } from '@/lib/format/qr-path';

/** The tax service's code of a receipt: black on white in dark mode, too. */
export function ReceiptQr({ text, label, className }: { text: string; label: string; className: string }) {
  const modules = qrModules(text);
  const side = modules.length + 4;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-2 -2 ${side} ${side}`}
      shapeRendering="crispEdges"
      className={`bg-white ${className}`}
    >
      <rect x="-2" y="-2" width={side} height={side} fill="#ffffff" />
      <path d={qrPath(modules)} fill="#000000" />
    </svg>
  );
}
