export interface CatalogProduct {
  readonly uri: string
  readonly name: string
}

/** Fictional products of the construction industry. */
export const products = {
  takeoff: { uri: 'gms-takeoff-civil', name: '土建算量 Civil Takeoff' },
  rebar: { uri: 'gms-takeoff-rebar', name: '钢筋算量 Rebar Takeoff' },
  services: { uri: 'gms-takeoff-mep', name: '安装算量 MEP Takeoff' },
  municipal: { uri: 'gms-takeoff-municipal', name: '市政算量 Municipal Takeoff' },
  pricing: { uri: 'gms-pricing-cloud', name: '云计价 Cloud Pricing' },
  tender: { uri: 'gms-tender-desk', name: '招投标 Tender Desk' },
  settlement: { uri: 'gms-settlement', name: '结算管理 Settlement' },
  schedule: { uri: 'gms-schedule', name: '进度计划 Site Schedule' },
  layout: { uri: 'gms-site-layout', name: '场地布置 Site Layout' },
  formwork: { uri: 'gms-formwork', name: '模板脚手架 Formwork' },
  model: { uri: 'gms-model-review', name: '模型审查 Model Review' },
  coordination: { uri: 'gms-coordination', name: '管线综合 Coordination' },
  drawings: { uri: 'gms-drawing-compare', name: '图纸比对 Drawing Compare' },
  materials: { uri: 'gms-materials', name: '物资管理 Materials' },
  quality: { uri: 'gms-quality', name: '质量安全 Quality & Safety' },
  archive: { uri: 'gms-archive', name: '工程资料 Site Archive' },
} as const satisfies Record<string, CatalogProduct>

export const allProducts: readonly CatalogProduct[] = Object.values(products)

export interface CatalogPackage {
  readonly num: string
  readonly name: string
  readonly products: readonly CatalogProduct[]
  readonly children: readonly CatalogPackage[]
}

/** Nested packages, two levels deep. Outer packages contain packages and possibly products. */
export const packages: readonly CatalogPackage[] = [
  {
    num: 'PK-COST',
    name: '造价全专业包 Cost Suite',
    products: [],
    children: [
      {
        num: 'PK-COST-TAKEOFF',
        name: '算量包 Takeoff Pack',
        products: [products.takeoff, products.rebar, products.services],
        children: [],
      },
      {
        num: 'PK-COST-TENDER',
        name: '计价与招投标 Pricing and Tender',
        products: [products.pricing, products.tender],
        children: [],
      },
    ],
  },
  {
    num: 'PK-SITE',
    name: '施工管理包 Site Suite',
    products: [products.schedule],
    children: [
      {
        num: 'PK-SITE-WORKS',
        name: '现场作业 Site Works',
        products: [products.layout, products.formwork, products.materials],
        children: [],
      },
      {
        num: 'PK-SITE-QA',
        name: '质量资料 Quality Pack',
        products: [products.quality, products.archive],
        children: [],
      },
    ],
  },
  {
    num: 'PK-MODEL',
    name: '模型协同包 Model Suite',
    products: [products.model],
    children: [
      {
        num: 'PK-MODEL-COORD',
        name: '协同审查 Coordination Pack',
        products: [products.coordination, products.drawings],
        children: [],
      },
    ],
  },
]
