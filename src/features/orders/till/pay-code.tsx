import { qrModules } from '@/lib/format/qr-code';
import { qrPath } from '@/lib/format/qr-path';
import { useTillWord } from './use-till-word';

export function PayCode({ url }: { url: string }) {
  const word = useTillWord();
  const modules = qrModules(url);
  return (
    <svg
      role="img"
      aria-label={word('sbp.code')}
      viewBox={`-4 -4 ${modules.length + 8} ${modules.length + 8}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-control border border-line bg-white"
    >
      <rect x="-4" y="-4" width="100%" height="100%" fill="#ffffff" />
      <path d={qrPath(modules)} fill="#000000" />
    </svg>
  );
}
