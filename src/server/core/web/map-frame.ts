import type { FastifyReply } from 'fastify';

const folder = '/admin/_map';
const yandex = 'https://api-maps.yandex.ru https://*.api-maps.yandex.ru https://yastatic.net';

/**
 * The map as a separate document, shown in a frame: its third-party script needs a weaker content policy than our pages
 * have (yandex.com/maps-api, "Enabling the API when using CSP"). Undefined for other addresses, and without a key.
 */
export function openMapFrame(
  key: string | undefined,
): ((url: string, reply: FastifyReply) => FastifyReply | undefined) | undefined {
  if (!key) return undefined;
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${yandex} 'unsafe-eval'`,
    `style-src 'unsafe-inline' ${yandex}`,
    `connect-src ${yandex} https://*.maps.yandex.net`,
    `img-src data: blob: ${yandex} https://*.maps.yandex.net`,
    `font-src data: ${yandex}`,
    'worker-src blob:',
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><title>Yandex Maps</title>
<style>html,body,#map{margin:0;height:100%}#pin{position:absolute;width:16px;height:16px;margin:-10px;border:3px solid #fff;border-radius:50%;background:#c2410c;box-shadow:0 1px 4px #0008;cursor:grab}</style>
<script src="https://api-maps.yandex.ru/v3/?apikey=${encodeURIComponent(key)}&amp;lang=ru_RU"></script>
<script src="${folder}/frame.js" defer></script></head><body><div id="map"></div></body></html>`;
  return (url, reply) => {
    const path = url.split('?', 1)[0];
    if (path === `${folder}/`) {
      return (
        reply
          // The key may be restricted to hosts, which the map service reads from the referrer.
          .headers({ 'content-security-policy': policy, 'referrer-policy': 'strict-origin' })
          .header('cache-control', 'private, max-age=3600')
          .type('text/html; charset=utf-8')
          .send(page)
      );
    }
    if (path !== `${folder}/frame.js`) return undefined;
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/javascript; charset=utf-8')
      .send(frameScript);
  };
}

/** Runs in the frame: shows the point that the page posts, and posts back where the user puts it. */
const frameScript = `(async () => {
  const start = new URLSearchParams(location.search);
  const point = [Number(start.get('lng')), Number(start.get('lat'))];
  await ymaps3.ready;
  const { YMap, YMapDefaultSchemeLayer, YMapDefaultFeaturesLayer, YMapMarker, YMapListener } = ymaps3;
  const map = new YMap(document.getElementById('map'), { location: { center: point, zoom: Number(start.get('zoom')) } });
  map.addChild(new YMapDefaultSchemeLayer());
  map.addChild(new YMapDefaultFeaturesLayer());
  const pin = document.createElement('div');
  pin.id = 'pin';
  const tell = ([lng, lat]) => parent.postMessage({ kind: 'map-point', lat, lng }, location.origin);
  const marker = new YMapMarker({ coordinates: point, draggable: true, onDragEnd: tell }, pin);
  map.addChild(marker);
  map.addChild(new YMapListener({
    layer: 'any',
    onClick: (_object, event) => {
      marker.update({ coordinates: event.coordinates });
      tell(event.coordinates);
    },
  }));
  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== location.origin || source !== parent || data.kind !== 'map-show') return;
    marker.update({ coordinates: [data.lng, data.lat] });
    map.setLocation({ center: [data.lng, data.lat], zoom: 16, duration: 300 });
  });
})();
`;
