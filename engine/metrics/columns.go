package metrics

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// Columns are values of metrics, given by their places in Descriptions: one column after
// the other, all of one length. NaN stands for what is undefined.
type Columns struct {
	Metrics []int
	Values  []float64
}

// Column is the values of a metric; nil if it is not among them.
func (c *Columns) Column(metric int) []float64 {
	k := slices.Index(c.Metrics, metric)
	if k < 0 {
		return nil
	}
	n := len(c.Values) / len(c.Metrics)
	return c.Values[k*n : (k+1)*n : (k+1)*n]
}

// At is entry i of the column of a metric, NaN if that is not among them.
func (c *Columns) At(i, metric int) float64 {
	column := c.Column(metric)
	if column == nil {
		return math.NaN()
	}
	return column[i]
}

// MarshalJSON writes an object with a list per metric, null for what is undefined.
func (c Columns) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for k, metric := range c.Metrics {
		column, err := json.Marshal(Column(c.Column(metric)))
		if err != nil {
			return nil, err
		}
		if k > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", Descriptions[metric].Name, column)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads what MarshalJSON wrote. A name that is no metric and columns of
// different lengths are errors.
func (c *Columns) UnmarshalJSON(data []byte) error {
	var columns map[string]Column
	if err := json.Unmarshal(data, &columns); err != nil {
		return err
	}
	*c = Columns{}
	for i := range Descriptions {
		column, there := columns[Descriptions[i].Name]
		if !there {
			continue
		}
		delete(columns, Descriptions[i].Name)
		if len(c.Metrics) > 0 && len(column) != len(c.Values)/len(c.Metrics) {
			return fmt.Errorf("metrics: columns of different lengths")
		}
		c.Metrics, c.Values = append(c.Metrics, i), append(c.Values, column...)
	}
	for name := range columns {
		return fmt.Errorf("metrics: no metric %q", name)
	}
	return nil
}

// Column is a list of numbers that writes NaN as null.
type Column []float64

func (c Column) MarshalJSON() ([]byte, error) {
	b := []byte{'['}
	for i, v := range c {
		if i > 0 {
			b = append(b, ',')
		}
		if math.IsNaN(v) {
			b = append(b, "null"...)
			continue
		}
		value, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		b = append(b, value...)
	}
	return append(b, ']'), nil
}

func (c *Column) UnmarshalJSON(data []byte) error {
	var values []*float64
	if err := json.Unmarshal(data, &values); err != nil {
		return err
	}
	*c = make(Column, len(values))
	for i, v := range values {
		if (*c)[i] = math.NaN(); v != nil {
			(*c)[i] = *v
		}
	}
	return nil
}
