import { encode } from 'uqr';
import { qrPath } from '@/lib/format/qr-path';

/** A QR code as an image: dark on white in any theme, because cameras need the contrast. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-control border border-line bg-white"
    >
      <path d={qrPath(data)} fill="#000" />
    </svg>
  );
}
