import dynamic from 'next/dynamic';
import { products } from '@/contract/catalogue/products';
import { resourcePage } from '@/crud/resource-page';
import type { DetailsProps, FormProps, TextsProps } from '@/crud/types';
import { ProductsList } from '@/features/catalogue/products/lists/products-list';

// The list is bundled with the page; the form and its parts load on demand.
const Form = dynamic<FormProps>(() =>
  import('@/features/catalogue/products/form/product-form').then((module) => module.ProductForm),
);
const Details = dynamic<DetailsProps<'products'>>(() =>
  import('@/features/catalogue/products/details/product-details').then((module) => module.ProductDetails),
);
const Texts = dynamic<TextsProps>(() =>
  import('@/features/catalogue/products/form/product-texts').then((module) => module.ProductTexts),
);

export default resourcePage(products, { List: ProductsList, Form, Details, Texts });
