import type { Ref } from 'react';
import { qrModules } from '@/lib/format/qr-code';
import { qrPath } from '@/lib/format/qr-path';

interface QrPictureProps {
  text: string;
  label: string;
  className: string;
  /** Modules of the quiet zone. */
  quiet?: number;
  ref?: Ref<SVGSVGElement>;
}

/** A QR code. Scanners need contrast: black on white in dark mode, too. */
export function QrPicture({ text, label, className, quiet = 4, ref }: QrPictureProps) {
  const modules = qrModules(text);
  const side = modules.length + 2 * quiet;
  return (
    <svg
      ref={ref}
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      shapeRendering="crispEdges"
      className={`bg-white ${className}`}
    >
      <rect x={-quiet} y={-quiet} width={side} height={side} fill="#ffffff" />
      <path d={qrPath(modules)} fill="#000000" />
    </svg>
  );
}
