import type { Ref } from 'react';
import { qrModules } from '@/lib/format/qr-code';
import { qrPath } from '@/lib/format/qr-path';

interface QrPictureProps {
  ref?: Ref<SVGSVGElement>;
  text: string;
  label: string;
  /** Modules around the code. */
  quiet: number;
  className: string;
}

/** A QR code: black on white in dark mode, too, since scanners need contrast. */
export function QrPicture({ ref, text, label, quiet, className }: QrPictureProps) {
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
