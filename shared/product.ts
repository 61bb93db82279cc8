/** Products of the edge's catalogue. The tag loads no validator by these types. */
import type { Output } from './contract/output.ts'
import type {
  changedProduct,
  newProduct,
  product,
  productContent,
  productList,
  productLook,
  productVersion,
  productVersions,
  unitsChange,
} from './contract/product-schemas.ts'

/** What a merchant decides about a product. */
export interface ProductContent extends Output<typeof productContent> {}

/** A product as pages see it. */
export interface ProductLook extends Output<typeof productLook> {}

/** A product as its merchant sees it. */
export interface Product extends Output<typeof product> {}

/** Body of `POST /v1/products`. */
export interface NewProduct extends Output<typeof newProduct> {}

/** Body of `PUT /v1/products/{id}`. */
export interface ChangedProduct extends Output<typeof changedProduct> {}

/** Body of `POST /v1/products/{id}/units`. */
export interface UnitsChange extends Output<typeof unitsChange> {}

/** Answer of `GET /v1/products`. */
export interface ProductList extends Output<typeof productList> {}

/** One version of a product. */
export interface ProductVersion extends Output<typeof productVersion> {}

/** Answer of `GET /v1/products/{id}/versions`. */
export interface ProductVersions extends Output<typeof productVersions> {}
