import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef } from 'react';
import { basePath } from '@/lib/site';

interface MapFrameProps {
  /** Degrees; undefined while there is no point. */
  lat: number | undefined;
  lng: number | undefined;
  /** Called when a person moves the point. */
  onPick: (point: { lat: number; lng: number }) => void;
}

/** Moscow at low zoom, until there is a point. */
const start = { lat: 55.7558, lng: 37.6176, zoom: 9 };

/** The map of `src/server/map-frame.ts`: sets the point by dragging or by a click. */
export function MapFrame({ lat, lng, onPick }: MapFrameProps) {
  const { t } = useTranslation('shops');
  const frame = useRef<HTMLIFrameElement>(null);
  const pick = useRef(onPick);
  pick.current = onPick;
  /** The point last reported by the map, which need not be sent back. */
  const known = useRef(lat === undefined || lng === undefined ? start : { lat, lng, zoom: 16 });
  const address = useRef(
    `${basePath}/_map/?${new URLSearchParams(
      Object.entries(known.current).map(([key, value]): [string, string] => [key, String(value)]),
    )}`,
  );

  useEffect(() => {
    function handleMessage({ origin, source, data }: MessageEvent<unknown>) {
      if (origin !== window.location.origin || source !== frame.current?.contentWindow) return;
      const point = pointIn(data);
      if (!point) return;
      known.current = { ...known.current, ...point };
      pick.current(point);
    }
    window.addEventListener('message', handleMessage);
    return () => window.removeEventListener('message', handleMessage);
  }, []);

  useEffect(() => {
    if (lat === undefined || lng === undefined) return;
    if (lat === known.current.lat && lng === known.current.lng) return;
    known.current = { ...known.current, lat, lng };
    frame.current?.contentWindow?.postMessage({ kind: 'map-show', lat, lng }, window.location.origin);
  }, [lat, lng]);

  return (
    <iframe
      ref={frame}
      title={t('shops:shops.map')}
      src={address.current}
      loading="lazy"
      className="h-72 w-full rounded-control border border-line bg-sunken"
    />
  );
}

function pointIn(data: unknown): { lat: number; lng: number } | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data) || data.kind !== 'map-point')
    return undefined;
  const { lat, lng } = { lat: undefined, lng: undefined, ...data };
  if (typeof lat !== 'number' || typeof lng !== 'number') return undefined;
  // Six decimals are about ten centimetres.
  const short = (figure: number) => Math.round(figure * 1e6) / 1e6;
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat: short(lat), lng: short(lng) } : undefined;
}
