import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MapFrame } from '@/features/shops/form/map-frame';
import { mapUrl, parsePoint } from '@/features/shops/form/map-url';

afterEach(() => {
  vi.restoreAllMocks();
});

const say = (data: unknown, more: MessageEventInit = {}) => {
  const source = screen.getByTitle<HTMLIFrameElement>(/./).contentWindow;
  window.dispatchEvent(
    new MessageEvent('message', { data, origin: window.location.origin, source, ...more }),
  );
};

describe('the map', () => {
  it('starts at the point and reports where it is moved', async () => {
    const onPick = vi.fn();
    render(<MapFrame lat={58.6} lng={49.66} onPick={onPick} />);

    expect(screen.getByTitle(/./)).toHaveAttribute('src', '/admin/_map/?lat=58.6&lng=49.66&zoom=16');
    say({ kind: 'map-point', lat: 58.12345678, lng: 49.1 });
    await waitFor(() => expect(onPick).toHaveBeenCalledWith({ lat: 58.123457, lng: 49.1 }));
  });

  it('ignores messages from other frames and invalid points', () => {
    const onPick = vi.fn();
    render(<MapFrame lat={undefined} lng={undefined} onPick={onPick} />);

    say({ kind: 'map-point', lat: 1, lng: 2 }, { origin: 'https://evil.test' });
    say({ kind: 'map-point', lat: 1, lng: 2 }, { source: window });
    for (const odd of [null, 'x', { kind: 'other', lat: 1, lng: 2 }, { kind: 'map-point', lat: 100, lng: 2 }])
      say(odd);
    say({ kind: 'map-point', lat: '1', lng: 2 });
    expect(onPick).not.toHaveBeenCalled();
  });

  it('follows typed coordinates', () => {
    const { rerender } = render(<MapFrame lat={58.6} lng={49.66} onPick={() => {}} />);
    const { contentWindow } = screen.getByTitle<HTMLIFrameElement>(/./);
    const post = vi.spyOn(contentWindow as Window, 'postMessage');
    rerender(<MapFrame lat={55.75} lng={49.66} onPick={() => {}} />);

    expect(post).toHaveBeenCalledWith({ kind: 'map-show', lat: 55.75, lng: 49.66 }, window.location.origin);
  });
});

describe('a point', () => {
  it.each([
    ['55,75', '37.61', [55.75, 37.61]],
    [55.75, 37.61, [55.75, 37.61]],
    ['', '37', undefined],
    ['91', '37', undefined],
    [null, undefined, undefined],
    ['x', '1', undefined],
  ])('%s, %s', (lat, lng, expected) => {
    expect(parsePoint(lat, lng)).toEqual(expected);
    expect(mapUrl(lat, lng) === undefined).toBe(expected === undefined);
  });
});
