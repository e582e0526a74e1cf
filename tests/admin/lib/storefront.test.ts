import { expect, it } from 'vitest';
import { productPreviewUrl, productUrl, storefrontUrl } from '@/lib/storefront';

it('a storefront link is the base address plus the slug', () => {
  expect(storefrontUrl('https://lavka.example/', 'chay')).toBe('https://lavka.example/shops/chay');
  expect(productUrl('lavka.example', 'чай')).toBe('https://lavka.example/products/%D1%87%D0%B0%D0%B9');
  expect(productPreviewUrl('https://lavka.example', 'chay')).toBe(
    'https://lavka.example/products/preview/chay',
  );
});

it('there is no link without a base address', () => {
  expect(storefrontUrl(' ', 'chay')).toBeUndefined();
  expect(productUrl(null, 'chay')).toBeUndefined();
});
