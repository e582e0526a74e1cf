import { describe, expect, it } from 'vitest';
import type { ReviewedField } from '@/contract/catalogue/products/moderation';
import { reviewedValues } from '@/features/catalogue/products/form/reviewed-values';
import { readMatrix } from '@/features/catalogue/products/variations/matrix';

const field = (key: string, after: unknown, more: Partial<ReviewedField> = {}): ReviewedField => ({
  key,
  language: null,
  variation: null,
  before: null,
  after,
  ...more,
});
const of = (id: number) => ({ variation: { id, title: 'Красный' } });
const picture = { id: 5, original: '/5.png', thumbnail: '/5.webp' };

describe('submitted values restored into the form', () => {
  it('restores pictures and files of variations and skips translations', () => {
    const rows = [
      { id: 1, image: null, is_digital: false, digital_file: null, price: '10' },
      { id: 2, image: null, is_digital: false, digital_file: null, price: '20' },
      { image: null, price: '30' },
    ];
    const values = reviewedValues(
      [
        field('name', 'Чай'),
        field('name', 'Tea', { language: 'en' }),
        field('image', picture, of(1)),
        field('is_digital', true, of(2)),
        field('digital_file', { id: 8, file_name: 'a.pdf' }, of(2)),
      ],
      { matrix: { attributes: [], rows } },
    );

    expect([values.name, 'image' in values]).toEqual(['Чай', false]);
    expect(readMatrix(values.matrix)?.rows).toEqual([
      { ...rows[0], image: picture },
      { ...rows[1], is_digital: true, digital_file: { attachment_id: 8, file_name: 'a.pdf' } },
      rows[2],
    ]);
  });

  it('leaves variations alone when none was submitted', () => {
    expect(reviewedValues([field('name', 'Чай')], { matrix: { attributes: [], rows: [] } })).toEqual({
      name: 'Чай',
    });
  });
});
