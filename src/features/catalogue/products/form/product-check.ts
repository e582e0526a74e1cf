import * as yup from 'yup';
import { productSchema } from '@/contract/catalogue/products/schema';
import { readMatrix } from '@/features/catalogue/products/variations/matrix';
import { matrixError } from '@/features/catalogue/products/variations/matrix-checks';

/**
 * The contract's schema adapted to the form: variations are validated as a matrix, and the shop is added on
 * save.
 */
export const productFormSchema = productSchema.omit(['shop_id', 'variation_options']).shape({
  matrix: yup.mixed().test('matrix', (value, { parent, createError }) => {
    const matrix = parent.product_type === 'variable' ? readMatrix(value) : undefined;
    const message = matrix && matrixError(matrix);
    return message ? createError({ message }) : true;
  }),
});
